"use strict";
// The page of a show: canvas, bar, knobs, question, sources. See app.js for what all pages share.
(function () {
  if (!$("stage")) return;
  const canvas = $("stage"), c = canvas.getContext("2d", { alpha: false });
  const bare = query.has("bare");
  root.classList.toggle("bare", bare);

  /** What is seen: rows of marks, and the stage's width, height and ground. */
  let rows = [], stage = [1920, 1080, "#0D1117"], stale = true;
  /** What is told, part by part (viz/web/session.py), as long as Python does not tell it anew. */
  const first = () => ({ ...parts.told[look.lang], look: { ...parts.told[look.lang].look, ...look } });
  const told = first();
  let at = link.moves ? link.t : 0, running = false, asking = false, ended = false, speed = 1;

  // -- the worker: one message under way, always answered -------------------------------------

  let worker = null, live = false, busy = false, number = 0, failed = "";
  const events = [];

  function send(event) {
    events.push(event);
    if (live) ask(); else boot();
    wake();
  }

  // For the next visit: Python's files compiled, in the browser's own store, where there is one. Their
  // names change with what is in them, so that nothing old is ever taken for new.
  async function warmed(way, found) {
    if (!self.caches || !location.protocol.startsWith("http") || !parts.files.engine) return null;
    const key = (name) => `${name}.${parts.files.engine}.${parts.files.loader}`;
    try {
      const box = await caches.open("viz");
      if (way === "get") {
        const both = await Promise.all(["library", "engine"].map((name) => box.match(key(name))));
        return both.every(Boolean) ? Promise.all(both.map(async (one) => new Uint8Array(await one.arrayBuffer()))) : null;
      }
      for (const old of await box.keys()) await box.delete(old);
      for (const name of ["library", "engine"]) await box.put(key(name), new Response(found[name]));
    } catch { /* full, or forbidden: the next visit takes as long as this one */ }
    return null;
  }

  /** When nothing moves and nobody acts, a little at a time. */
  function keep() {
    if (busy || running || events.length || document.hidden) return setTimeout(keep, 1500);
    busy = true;
    worker.postMessage({ n: ++number, warm: true });
  }

  let booting = null;
  const boot = () => booting ||= start().catch((error) => {
    failed = String(error && error.message || error);
    $("ready").hidden = true;
    root.dataset.live = "no";
    say(word("no_python"));
    still();
  });

  async function start() {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") throw new Error("no WebAssembly");
    root.dataset.live = "coming";
    const kept = await warmed("get");
    const [loader, wasm, library, engine, show] = await Promise.all([
      part("loader").then(bytes), part("wasm").then(bytes), kept ? kept[0] : part("library").then((one) => bytes(one, false)),
      kept ? kept[1] : part("engine").then((one) => bytes(one, false)), part("show").then(bytes),
    ]);
    worker = new Worker(URL.createObjectURL(new Blob([loader], { type: "text/javascript" })));
    const answer = () => new Promise((go, fail) => {
      worker.onmessage = ({ data }) => data.fault ? fail(new Error(data.fault)) : go(data);
      worker.onerror = (event) => { event.preventDefault(); fail(new Error(event.message || "the worker stopped")); };
    });
    const began = answer();
    worker.postMessage({ start: { wasm, library, engine } }, [wasm.buffer, library.buffer]);
    await began;
    const first = answer();
    worker.postMessage({ n: ++number, open: show, now: now(), wish: {
      lang: look.lang, theme: look.theme, t: at, playing: running, size: size(),
      knobs: link.knobs, calm, large: store("viz.large") === "yes",
    } });
    const { text } = await first;
    worker.onmessage = ({ data }) => {
      busy = false;
      if (data.fault) { say(data.fault); console.warn(data.fault); }
      else if (data.text) take(JSON.parse(data.text));
      else if (data.engine) warmed("put", data).then(() => { root.dataset.kept = ""; });
      else setTimeout(keep, 10);
      if (events.length) ask();
    };
    rows = [];
    live = true;
    $("ready").hidden = true;
    root.dataset.live = "yes";
    take(JSON.parse(text));
    root.dataset.warm = kept ? "yes" : "no";
    if (!kept && self.caches && location.protocol.startsWith("http")) setTimeout(keep, 3000);
    fit();
    wake();
  }

  function ask() {
    if (!live || busy) return;
    busy = true;
    worker.postMessage({ n: ++number, events: events.splice(0), now: now() });
  }

  function take(answer) {
    rows = changedRows(rows, answer.change);
    [stage, at, running, asking, ended, speed] = [answer.stage, answer.at, answer.running, answer.asking, answer.ended, answer.speed];
    stale ||= answer.change.length > 0;
    Object.assign(told, answer.parts);
    for (const [name, value] of Object.entries(answer.told)) once(name, value);
    tell(answer.parts);
    if (events.length) ask();
    frame();
    wake();
  }

  function once(name, value) {
    if (name === "to") $(value).querySelector("input, button:not([disabled])")?.focus();
    if (name === "fault") say(value);
    if (name === "svg") save(new Blob([value], { type: "image/svg+xml" }), "svg");
  }

  // -- the opening: what was recorded, until Python plays --------------------------------------

  let opening = null, drawn = -1, since = 0;

  async function record() {
    const text = await part(`opening.${look.lang}.${look.theme === "light" ? "light" : "dark"}`);
    opening = JSON.parse(new TextDecoder().decode(await bytes(text)));
    drawn = -1;
    if (!live) { replay(); frame(); }
  }

  /** The recorded picture of this moment, or the last there is. */
  function replay() {
    if (!opening) return;
    const last = opening.changes.length - 1, to = Math.max(0, Math.min(last, Math.floor(at * opening.rate + 1e-6)));
    if (to < drawn || drawn < 0) { rows = []; drawn = -1; }
    for (; drawn < to; drawn++) rows = changedRows(rows, opening.changes[drawn + 1]);
    stage = opening.stage;
    stale = true;
  }

  /** Without Python: the last picture of each step, one by one. */
  let stills = null;
  async function still() {
    running = false;
    stills ||= JSON.parse(new TextDecoder().decode(await bytes(await part("stills"))));
    const step = stepAt();
    told.step = step;
    rows = changedRows([], stills[look.lang].changes[step]);
    stage = stills[look.lang].stage;
    told.words = stills[look.lang].words[step];
    stale = true;
    tell({ step, words: told.words });
    frame();
  }

  function tick(time) {
    if (live || !running || !opening) { since = time; return; }
    at = Math.min(at + Math.max(0, time - since), (opening.changes.length - 1) / opening.rate);
    since = time;
    replay();
  }

  // -- pictures --------------------------------------------------------------------------------

  let asleep = true;
  function wake() {
    if (!asleep) return;
    asleep = false;
    since = now();
    requestAnimationFrame(loop);
  }

  function loop() {
    if (document.hidden) { asleep = true; return; }
    tick(now());
    if (live && (running || events.length || holding)) ask();
    frame();
    if (running || stale || holding || (events.length && live)) requestAnimationFrame(loop);
    else asleep = true;
  }

  function frame() {
    if (stale && rows.length) {
      c.setTransform(canvas.width / stage[0], 0, 0, canvas.height / stage[1], 0, 0);
      drawRows(c, rows, ...stage);
      stale = false;
      root.dataset.shown = "";
    }
    bar();
  }

  // A narrow page has a picture nearer to a square: its words must be read.
  const shape = () => bare ? Math.min(2.2, Math.max(0.6, innerWidth / Math.max(200, innerHeight - 64))) : innerWidth < 700 ? 0.8 : 16 / 9;

  function size() {
    const ratio = live || failed ? shape() : 16 / 9, wide = $("stagebox").clientWidth || 1240;
    const scale = Math.min(devicePixelRatio || 1, 2), dots = Math.min(Math.round(wide * scale), 2560);
    return [dots, Math.round(dots / ratio)];
  }

  function fit() {
    const [wide, high] = size();
    if (canvas.width === wide && canvas.height === high) return;
    canvas.width = wide;
    canvas.height = high;
    stale = true;
    if (live) send({ size: [wide, high] });
    frame();
  }

  // -- the bar ---------------------------------------------------------------------------------

  const steps = () => told.steps || [];
  const whole = () => steps().length ? steps().at(-1).start + steps().at(-1).seconds : 0;

  function stepAt(t = at) {
    let found = 0;
    steps().forEach((step, i) => { if (step.start <= t + 1e-6) found = i; });
    return found;
  }

  function bar() {
    const here = stepAt();
    [...$("beats").children].forEach((one, i) => {
      const step = steps()[i];
      const share = i < here ? 1 : i > here ? 0 : Math.min(1, (at - step.start) / (step.seconds || 1));
      const wide = `${Math.round(share * 1000) / 10}%`;
      if (one.dataset.share !== wide) { one.dataset.share = wide; one.querySelector(".track span").style.width = wide; }
      if ((one.getAttribute("aria-current") === "step") !== (i === here)) {
        if (i === here) one.setAttribute("aria-current", "step"); else one.removeAttribute("aria-current");
      }
    });
    const plays = running ? "pause" : "play";
    if ($("play").dataset.now !== plays) {
      $("play").dataset.now = plays;
      $("play").dataset.title = plays;
      $("play").setAttribute("aria-label", $("play").title = word(plays));
    }
    $("time").textContent = `${clock(at)} / ${clock(whole())}`;
  }

  const clock = (t) => `${Math.floor(t / 60)}:${String(Math.floor(t % 60)).padStart(2, "0")}`;

  function play(on = !running) {
    if (live) return send({ act: "play_pause" });
    if (failed) return step(1);
    running = on;
    if (on) { boot(); wake(); }
    frame();
  }

  function step(by) {
    if (failed) { at = steps()[Math.max(0, Math.min(steps().length - 1, stepAt() + by))].start; return still(); }
    send({ act: by > 0 ? "next_step" : "previous_step" });
  }

  function seek(t) {
    at = Math.max(0, Math.min(whole(), t));
    if (failed) return still();
    if (!live) { replay(); link.moves = true; }
    send({ seek: at });
  }

  // -- what is told beside the picture ----------------------------------------------------------

  function tell(found) {
    if ("look" in found) {
      const { lang, theme } = found.look;
      if (lang !== look.lang) speak(lang);
      if (theme !== look.theme) paintIn(theme);
      if (found.look.full !== Boolean(document.fullscreenElement)) full(found.look.full);
      $("sources").hidden = !found.look.sources;
      $("show_sources").setAttribute("aria-expanded", String(found.look.sources));
      $("near").hidden = !found.look.near;
    }
    if ("steps" in found) beats();
    if ("knobs" in found) knobs(found.knobs);
    if ("question" in found) question(found.question);
    if ("explained" in found) explain(found.explained);
    if ("sources" in found && found.sources) sources(found.sources);
    if ("changed" in found) { $("what_if").textContent = found.changed; $("what_if").hidden = !found.changed; }
    if ("words" in found) { $("words").textContent = found.words.join("\n"); canvas.setAttribute("aria-label", found.words.slice(0, 2).join(". ")); }
    if ("keys" in found) help(found.keys);
    if ("machines" in found && $("machines")) machines(found.machines);
  }

  function beats() {
    $("beats").classList.toggle("many", steps().length > 8);
    $("beats").replaceChildren(...steps().map((one, i) => make("li", {}, make("button", {
      type: "button", onclick: () => failed ? (at = one.start, still()) : live ? send({ step: i }) : seek(one.start), title: one.says,
    }, make("span", { class: "track" }, make("span")), make("span", { class: one.asks ? "says asks" : "says" }, one.says || String(i + 1))))));
    bar();
  }

  let holding = "";
  function knobs(list) {
    $("knobs").hidden = !list.length;
    const box = $("knob_list"), same = [...box.children].map((one) => one.dataset.name).join() === list.map((one) => one.name).join()
      && box.dataset.lang === look.lang;
    if (!same) { box.replaceChildren(...list.map(knob)); box.dataset.lang = look.lang; }
    for (const [i, one] of list.entries()) {
      const row = box.children[i];
      row.classList.toggle("turned", one.turned);
      row.querySelector("output").textContent = one.shown;
      row.querySelector(".reset").disabled = !one.turned || one.locked;
      const menu = row.querySelector("select");
      if (menu) { menu.value = String(one.value); menu.disabled = one.locked; }
      for (const input of row.querySelectorAll("input")) {
        input.disabled = one.locked;
        if (input.type === "range") {
          if (holding !== one.name) input.value = String(one.share);
          input.setAttribute("aria-valuetext", one.shown);
          input.style.setProperty("--share", String(input.value));
        } else input.checked = input.value === String(one.value);
      }
    }
    $("all_back").disabled = !list.some((one) => one.turned && !one.locked);
  }

  function knob(one) {
    const name = `knob-${one.name}`;
    const control = one.choices.length > 5
      ? make("select", { "aria-labelledby": name, onchange: (event) => send({ set: [one.name, event.target.value] }) },
        ...one.choices.map((choice, i) => make("option", { value: choice }, one.labels[i])))
      : one.choices.length
      ? make("div", { class: "choices", role: "radiogroup", "aria-labelledby": name }, ...one.choices.map((choice, i) => make("label", {},
        make("input", { type: "radio", name, value: choice, onchange: () => send({ turn: [one.name, one.choices.length > 1 ? i / (one.choices.length - 1) : 0] }) }),
        make("span", {}, one.labels[i]))))
      : make("div", { class: "slider" },
        make("span", { class: "flag", title: word("published") }, `${word("published")} ${one.first}`),
        make("input", {
          type: "range", min: "0", max: "1", step: "0.001", "aria-labelledby": name,
          oninput: (event) => { holding = one.name; send({ turn: [one.name, Number(event.target.value)] }); event.target.style.setProperty("--share", event.target.value); },
          onchange: () => { holding = ""; },
          onkeydown: (event) => { if (event.key === "Home") { event.preventDefault(); send({ back: one.name }); } },
        }),
        make("span", { class: "ends" }, make("span", {}, one.low), make("span", {}, one.high)));
    const row = make("li", { "data-name": one.name }, make("div", { class: "name" }, make("span", { id: name }, one.title),
      make("output", {}, one.shown), make("button", { type: "button", class: "reset", onclick: () => send({ back: one.name }), title: word("reset"), "aria-label": `${word("reset")}: ${one.title}` }, "↺")), control);
    row.style.setProperty("--first", String(one.first_share));
    return row;
  }

  let guess = null;
  function question(asked) {
    $("question").hidden = !asked;
    if (!asked) { guess = null; return; }
    $("asked").textContent = asked.question;
    $("choices").replaceChildren(...asked.choices.map((choice, i) => {
      const right = asked.right === i, mine = guess === i || Boolean(asked.hands && asked.hands[i]);
      return make("li", {}, make("button", {
        type: "button", class: right ? "right" : mine ? "mine" : "", disabled: asked.right !== null,
        onclick: () => { guess = i; send({ hand: i }); },
      }, make("span", { class: "n", "aria-hidden": "true" }, right ? "✓" : String(i + 1)), make("span", {}, choice),
        mine && make("span", { class: "you" }, word("you")), right && make("span", { class: "hidden" }, ` (${word("right")})`)));
    }));
  }

  function explain(one) {
    $("explained").hidden = !one;
    if (!one) return;
    $("explained_title").textContent = [one.title, one.where].filter(Boolean).join(" · ");
    $("explained_formula").textContent = one.formula;
    $("explained_numbers").textContent = one.numbers;
    $("explained_says").textContent = [one.says, one.basis].filter(Boolean).join(" · ");
    $("explained_lines").replaceChildren(...one.lines.map(([text, what, says, source]) =>
      make("tr", {}, make("td", { class: "number" }, text), make("td", {}, what), make("td", {}, says), make("td", {}, ...linkable(source)))));
  }

  function sources(list) {
    $("source_rows").replaceChildren(...list.rows.map(([head, cells]) => head
      ? make("tr", {}, make("th", { colspan: "4", scope: "rowgroup" }, cells[0]))
      : make("tr", {}, make("td", { class: "number" }, cells[1]), make("td", {}, cells[0]), make("td", {}, cells[2]), make("td", {}, ...linkable(cells[3] || "")))));
    $("source_notes").replaceChildren(...list.notes.map((note) => make("p", {}, note)));
  }

  /** A source's words; an address in them is a link. It is followed by whoever clicks it alone. */
  function linkable(text) {
    return String(text).split(/(https:\/\/[^\s,;)]+)/).map((one, i) => i % 2
      ? make("a", { href: one, rel: "noopener noreferrer", target: "_blank" }, one.replace("https://", "")) : one);
  }

  function help(list) {
    const box = $("help");
    if (!list) { if (box.open) box.close(); return; }
    $("help_rows").replaceChildren(...list.map(([keys, does]) => make("tr", {}, make("td", {}, ...keys.map((key) => make("kbd", {}, key))), make("td", {}, does))));
    if (!box.open) box.showModal();
  }

  /** What each machine comes to: its speed with its band on one log axis, its step's parts on one scale. */
  function machines(list) {
    const low = Math.log(Math.min(...list.map((one) => one.low))), high = Math.log(Math.max(...list.map((one) => one.high)));
    const place = (value) => `${Math.round(1000 * (Math.log(value) - low) / (high - low || 1)) / 10}%`;
    const longest = Math.max(...list.map((one) => one.seconds));
    $("machines").replaceChildren(...list.map((one) => {
      const band = make("span", { class: "band" }), bar = make("span", { class: "axis" }, band, make("span", { class: "dot" }));
      band.style.left = place(one.low);
      band.style.width = `calc(${place(one.high)} - ${place(one.low)})`;
      bar.lastChild.style.left = place(one.value);
      const step = make("span", { class: "step" }, ...one.parts.map(([name, seconds, shown]) => {
        const part = make("span", { class: `part ${name}`, title: `${word(name)} ${shown}` });
        part.style.flexGrow = String(seconds / one.seconds);
        return part;
      }));
      step.style.width = `${Math.max(0.3, 100 * one.seconds / longest)}%`;
      return make("li", { class: one.fits ? "" : "misfit" },
        make("div", { class: "name" }, make("span", {}, one.name), make("output", {}, one.speed)),
        make("p", { class: "muted" }, [word("per_user"), `${word("in_all")} ${one.all}`,
          one.band && word("band").replace("{band}", one.band), !one.validated && word("not_validated")].filter(Boolean).join(" · ")),
        bar, step,
        make("p", { class: "parts" }, `${word("one_step")} ${one.step}: `, ...one.parts.filter(([, seconds]) => seconds > 0)
          .map(([name, , shown]) => make("span", { class: `key ${name}` }, `${word(name)} ${shown}`))),
        !one.fits && make("p", { class: "box" }, word("does_not_fit").replace("{needed}", one.needed).replace("{held}", one.held), " ",
          one.knob && make("button", { type: "button", onclick: () => send({ set: [one.knob, one.would] }) }, word("make_it").replace("{count}", one.would))));
    }));
  }

  let saying = 0;
  function say(text) {
    $("said").textContent = text;
    $("said").hidden = !text;
    clearTimeout(saying);
    saying = setTimeout(() => { $("said").hidden = true; }, 6000);
  }

  // -- keys, mouse, fingers ------------------------------------------------------------------------

  // Places of keys as the table of viz/desk/keymap.py has them: USB HID usages.
  const PLACES = {
    Enter: 40, Escape: 41, Backspace: 42, Tab: 43, Space: 44, Minus: 45, Equal: 46, BracketLeft: 47, BracketRight: 48,
    Comma: 54, Period: 55, Slash: 56, Pause: 72, Home: 74, PageUp: 75, End: 77, PageDown: 78, ArrowRight: 79,
    ArrowLeft: 80, ArrowDown: 81, ArrowUp: 82, NumpadSubtract: 86, NumpadAdd: 87, NumpadEnter: 88, IntlBackslash: 100,
  };
  function place(code) {
    const [, letter, digit, pad, row] = code.match(/^Key([A-Z])$|^Digit(\d)$|^Numpad(\d)$|^F(\d+)$/) || [];
    if (letter) return 4 + letter.charCodeAt(0) - 65;
    if (digit) return 30 + (Number(digit) + 9) % 10;
    if (pad) return 89 + (Number(pad) + 9) % 10;
    return row ? 57 + Number(row) : PLACES[code] || 0;
  }

  document.addEventListener("keydown", (event) => {
    const on = event.target instanceof Element ? event.target : document.body;
    const own = on.closest("input, select, textarea, dialog[open], a, button, summary");
    const typing = on.closest("textarea, input:not([type=range]):not([type=radio])");
    if (event.ctrlKey || event.metaKey || event.key === "Tab" || typing || event.isComposing) return;
    if (event.key === "F5" || event.key === "F11" || event.key === "F1") return; // the browser's own
    if (own && (event.key === "Enter" || event.key === " " || (on.closest("input") && /^(Arrow|Home|End|Page)/.test(event.key)))) return;
    if (on.closest("dialog[open]") && event.key !== "Escape") return;
    const held = event.altKey ? "alt" : event.shiftKey ? "shift" : "", at = place(event.code || event.key);
    if (event.altKey && !/^Arrow/.test(event.key)) return;
    if (!at && event.key.length > 1) return;
    if (event.repeat) return;
    if (failed) { if (event.key === "ArrowRight" || event.key === " ") step(1); if (event.key === "ArrowLeft") step(-1); return; }
    if (!live && event.key === " ") { event.preventDefault(); return play(); }
    if (!["Escape"].includes(event.key)) event.preventDefault();
    send({ key: [event.key.length === 1 ? event.key : "", at, held] });
  });
  document.addEventListener("keyup", (event) => { if (live) send({ up: place(event.code || event.key) }); });
  addEventListener("blur", () => { if (live) send({ up: 0 }); });

  function point(event) {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * stage[0], (event.clientY - box.top) / box.height * stage[1]];
  }

  const fingers = new Map();
  let moved = 0;
  canvas.onpointerdown = (event) => {
    if (event.button) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, point(event));
    if (fingers.size === 1) moved = 0;
  };
  canvas.onpointermove = (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const [x, y] = point(event), by = [x - was[0], y - was[1]];
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(was[0] - other[0], was[1] - other[1]), after = Math.hypot(x - other[0], y - other[1]);
      if (before > 20 && after > 20) send({ zoom: [after / before, (x + other[0]) / 2, (y + other[1]) / 2] });
      moved = 99;
    } else {
      moved += Math.hypot(...by);
      if (moved < 8) return; // a hand may tremble
      if (event.pointerType === "mouse" || (told.look && told.look.near)) send({ pull: by });
    }
    fingers.set(event.pointerId, [x, y]);
  };
  canvas.onpointerup = canvas.onpointercancel = (event) => {
    if (fingers.delete(event.pointerId) && moved < 8 && event.type === "pointerup") send({ click: point(event) });
  };
  canvas.ondblclick = (event) => send({ into: point(event) });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !(told.look && told.look.near) && document.activeElement !== canvas) return; // the page scrolls
    event.preventDefault();
    send({ zoom: [1.15 ** (-Math.sign(event.deltaY)), ...point(event)] });
  }, { passive: false });

  // -- what the buttons do -----------------------------------------------------------------------------

  function full(on = !document.fullscreenElement) {
    if (on && !document.fullscreenElement) $("stagebox").requestFullscreen?.().catch(() => {});
    if (!on && document.fullscreenElement) document.exitFullscreen();
  }
  document.addEventListener("fullscreenchange", () => {
    if (live && told.look && told.look.full !== Boolean(document.fullscreenElement)) send({ act: "fullscreen" });
    fit();
  });

  function save(blob, ending) {
    const link = make("a", { href: URL.createObjectURL(blob), download: `${parts.name}_${at.toFixed(1)}s.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  function address() {
    const asked = new URLSearchParams({ t: String(Math.round(at * 100) / 100), lang: look.lang });
    for (const one of told.knobs || []) if (one.turned) asked.set(`knob.${one.name}`, String(one.value));
    return `${location.href.split(/[?#]/)[0]}#${asked}`;
  }

  function share() {
    $("link").value = address();
    $("frame").value = `<iframe src="${address().replace("#", "?bare#").replaceAll("&", "&amp;")}" width="960" height="610" allow="fullscreen" title="${document.title.replaceAll('"', "&quot;")}"></iframe>`;
    $("share_box").showModal();
    $("link").select();
  }

  async function copy(from) {
    $(from).select();
    try { await navigator.clipboard.writeText($(from).value); } catch { document.execCommand("copy"); }
    say(word("copied"));
  }

  const acts = {
    play: () => play(), back: () => step(-1), next: () => step(1), full: () => full(), share,
    show_sources: () => send({ act: "sources" }), close_sources: () => send({ act: "sources" }),
    all_back: () => send({ back: "" }), near: () => send({ act: "zoom_all" }), close_explained: () => send({ ask: "" }),
    save_png: () => canvas.toBlob((blob) => save(blob, "png")), save_svg: () => send({ svg: true }),
    copy_link: () => copy("link"), copy_frame: () => copy("frame"), show_help: () => send({ act: "help" }),
  };
  for (const [name, act] of Object.entries(acts)) if ($(name)) $(name).onclick = act;
  $("speed").onchange = (event) => send({ speed: Number(event.target.value) });
  $("help").onclose = () => { if (told.keys) send({ act: "help" }); };
  for (const one of document.querySelectorAll("dialog [data-close]")) one.onclick = () => one.closest("dialog").close();

  const changed = () => { // in another language or theme, at the same moment
    Object.assign(told, live ? {} : first());
    if (live) { send({ lang: look.lang }); send({ theme: look.theme }); return; }
    tell(told);
    if (failed) still(); else record();
  };
  addEventListener("resize", fit);
  addEventListener("hashchange", () => {
    const asked = linked();
    if (asked.lang && asked.lang !== look.lang) speak(asked.lang);
    if (asked.moves) seek(asked.t);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && live) { send({ pause: true }); ask(); }
    else wake();
  });

  self.viz = {
    changed, send, seek, play, step, size: fit, told, address,
    get at() { return at; }, get live() { return live; }, get rows() { return rows; }, get stage() { return stage; },
    get running() { return running; }, get failed() { return failed; }, get idle() { return !busy && !events.length; },
  };

  tell(told);
  fit();
  Promise.all([record(), document.fonts.load('20px "Noto Sans SC"', "A中")]).then(() => {
    stale = true;
    running = !calm && !bare && !link.moves && !query.has("still");
    $("ready").hidden = false;
    wake();
    frame();
    setTimeout(boot, 50); // after the first picture
  }).catch((error) => say(String(error.message || error)));
})();
