"use strict";
// The worker of a page: Python, and in it the show in hand (viz/web/session.py). One message in,
// one message out, always answered. It never asks the network: what Python loads was sent to it.
(function () {
  const HOME = "https://pyodide.invalid/";
  /** @type {any} */ let python = null;
  /** @type {any} */ let session = null;
  /** @type {any} */ let shows = null;

  self.onmessage = async ({ data }) => {
    try {
      if (data.start) await start(data.start);
      else if (data.open) self.postMessage({ n: data.n, text: open(data.open, data.wish, data.now) });
      else if (data.warm) warm(data.n);
      else self.postMessage({ n: data.n, text: step(data.events, data.now) });
    } catch (error) {
      self.postMessage({ n: data.n, fault: String(error && error.message || error) });
    }
  };

  async function start({ wasm, library, engine }) {
    const files = {
      "pyodide.asm.wasm": () => new Response(wasm, { headers: { "Content-Type": "application/wasm" } }),
      "python_stdlib.zip": () => new Response(library),
    };
    self.fetch = async (url) => {
      const give = files[String(url && url.url || url).replace(HOME, "")];
      if (!give) throw new Error(`nothing is fetched here: ${url}`);
      return give();
    };
    python = await self.loadPyodide({
      indexURL: HOME, createPyodideModule: _createPyodideModule,
      lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} },
    });
    python.unpackArchive(engine, "zip");
    shows = python.pyimport("viz.web.session");
    self.postMessage({ ready: true });
  }

  function open(show, wish, now) {
    python.FS.writeFile("/show", show);
    return kept(shows.begun("/show", JSON.stringify(wish), now));
  }

  function step(events, now) {
    return kept(shows.gone_on(session, JSON.stringify(events), now));
  }

  // What was loaded is compiled, a module at each message; then both archives, for the next visit.
  /** @type {any} */ let keeper = null;
  function warm(n) {
    if (!keeper) {
      const from = python.pyimport("viz.web.warm");
      keeper = { from, modules: from.loaded(), at: 0 };
    }
    if (keeper.at < keeper.modules.length) {
      keeper.from.compiled(keeper.modules.get(keeper.at++));
      return self.postMessage({ n, left: keeper.modules.length - keeper.at });
    }
    const files = keeper.from.archives();
    const [library, engine] = [0, 1].map((which) => python.FS.readFile(files.get(which).toString()));
    self.postMessage({ n, library, engine }, [library.buffer, engine.buffer]);
  }

  // A pair from Python: the session, which stays there, and a text for the page.
  function kept(pair) {
    const before = session;
    session = pair.get(0);
    const text = pair.get(1);
    pair.destroy();
    if (before) before.destroy();
    return text;
  }
})();
