// Replays a recording: play, steps, scrubbing, languages, captions. `viz` drives it from a console.
(async function () {
  const $ = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob($("data").textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const show = await new Response(stream).json();
  const frames = Object.fromEntries(show.langs.map((lang) => [lang, replayed(show.frames[lang])]));
  const canvas = $("stage"), c = canvas.getContext("2d", { alpha: false });
  let lang = show.langs.find((one) => navigator.language.startsWith(one)) || show.langs[0];
  let at = 0, playing = false, last = 0, drawn = "";

  function replayed(changes) {
    let now = [];
    return changes.map((change) => {
      now = now.slice();
      if (change.length && change[0] === 0)
        for (let i = 1; i < change.length; i += 2) now[change[i]] = change[i + 1];
      else if (change.length) now.splice(change[1], change[2], ...change.slice(3));
      return now;
    });
  }

  function stepAt(t, steps = show.steps) {
    let found = 0;
    steps.forEach((step, i) => { if (step.start <= t + 1e-6) found = i; });
    return found;
  }

  function draw() {
    const number = Math.min(frames[lang].length - 1, Math.max(0, Math.floor(at * show.rate + 1e-6)));
    const key = [number, lang, canvas.width, canvas.height].join();
    if (key !== drawn) {
      c.setTransform(canvas.width / show.width, 0, 0, canvas.height / show.height, 0, 0);
      drawFrame(c, show.marks, frames[lang][number], show.width, show.height, show.ground);
      drawn = key;
    }
    $("time").value = at;
    $("clock").textContent = `${clock(at)} / ${clock(show.seconds)}`;
    const says = show.lines.length ? show.lines[stepAt(at, show.lines)].says : {};
    const text = says[lang] || says.en || "";
    if ($("caption").textContent !== text) $("caption").textContent = text;
    canvas.setAttribute("aria-label", text || show.title[lang] || "");
    $("play").textContent = playing ? "\u2759\u2759" : "\u25B6\uFE0E";
  }

  function clock(t) {
    const whole = Math.floor(t);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  function tick(now) {
    if (!playing) return;
    at = Math.min(at + (now - last) / 1000, show.seconds);
    last = now;
    if (at >= show.seconds) playing = false;
    draw();
    requestAnimationFrame(tick);
  }

  function play(on = !playing) {
    playing = on;
    if (on && at >= show.seconds) at = 0;
    last = performance.now();
    draw();
    if (on) requestAnimationFrame(tick);
  }

  function seek(t) { at = Math.min(show.seconds, Math.max(0, t)); draw(); }

  function step(by) {
    const now = stepAt(at);
    // Back goes to the start of this step first, as players do.
    if (by < 0 && at - show.steps[now].rest > 1) return seek(show.steps[now].rest);
    // A question waits for its answer, and an answer to be read.
    if (by > 0 && at < show.steps[now].rest - 1e-6) return rest(show.steps[now]);
    const next = show.steps[Math.max(0, now + by)];
    if (next) rest(next); else seek(show.seconds);
  }

  function rest(step) {
    seek(step.rest);
    if (step.rest > step.start) play(false);
  }

  function speak(to) {
    lang = show.langs.includes(to) ? to : to ? lang : show.langs[(show.langs.indexOf(lang) + 1) % show.langs.length];
    document.documentElement.lang = lang;
    document.title = show.title[lang] || show.title.en || document.title;
    $("lang").textContent = lang;
    if (show.board) board();
    draw();
  }

  // The list of claims: each under who says it, found by any word of it.
  function board() {
    const box = $("board"), list = show.board, [head, field, rows] = [box.querySelector("h2"), box.querySelector("input"), box.querySelector("div")];
    const say = (texts) => texts[lang] || texts.en || "";
    head.textContent = say(list.title);
    $("open").textContent = say(list.button);
    field.placeholder = say(list.search);
    field.setAttribute("aria-label", say(list.search));
    const words = field.value.toLowerCase().split(/\s+/);
    const found = list.rows.filter((row) => {
      const text = row.flatMap((texts) => Object.values(texts)).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    rows.replaceChildren();
    let under = "";
    for (const row of found) {
      const [group, says, word, more] = row.map(say);
      if (group !== under) rows.append(part("h3", under = group));
      const one = part("p", "");
      one.append(part("strong", says), part("em", word), part("span", more));
      rows.append(one);
    }
  }

  function part(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }

  function openBoard() {
    play(false);
    board();
    $("board").showModal();
  }

  function captions() {
    const on = $("caption").classList.toggle("shown");
    $("captions").setAttribute("aria-pressed", on);
    fit();
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  }

  function fit() {
    const ratio = window.devicePixelRatio || 1;
    const room = [document.body.clientWidth, window.innerHeight - $("bar").offsetHeight - $("caption").offsetHeight];
    const scale = Math.min(room[0] / show.width, room[1] / show.height);
    size(Math.round(show.width * scale * ratio), Math.round(show.height * scale * ratio));
    canvas.style.maxHeight = `${show.height * scale}px`;
    canvas.style.maxWidth = `${show.width * scale}px`;
  }

  function size(width, height) {
    canvas.width = Math.max(1, width);
    canvas.height = Math.max(1, height);
    drawn = "";
    draw();
  }

  $("time").max = show.seconds;
  for (const one of show.steps) {
    const tick = document.createElement("span");
    tick.style.left = `${100 * one.start / show.seconds}%`;
    $("ticks").append(tick);
  }
  $("time").oninput = (event) => {
    const t = Number(event.target.value); // before pausing draws the bar where it was
    play(false);
    seek(t);
  };
  $("play").onclick = canvas.onclick = () => play();
  $("back").onclick = () => step(-1);
  $("next").onclick = () => step(1);
  $("lang").onclick = () => speak();
  $("lang").hidden = show.langs.length < 2;
  $("captions").onclick = captions;
  $("full").onclick = full;
  $("open").hidden = !show.board;
  $("open").onclick = openBoard;
  $("board").querySelector("input").oninput = board;
  window.onresize = fit;
  document.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("board").open) return;
    const keys = {
      " ": () => play(), k: () => play(), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
      PageDown: () => step(1), PageUp: () => step(-1), Home: () => seek(0), End: () => seek(show.seconds),
      ",": () => seek(at - 1 / show.rate), ".": () => seek(at + 1 / show.rate),
      l: () => speak(), c: captions, f: full,
    };
    if (show.board) keys.i = openBoard;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) { event.preventDefault(); act(); }
  };
  window.viz = { play, seek, step, speak, size, show, get at() { return at; }, get lang() { return lang; } };
  // SHOW.html#t=12&lang=zh opens at a moment, in a language.
  const asked = new URLSearchParams(location.hash.slice(1));
  speak(asked.get("lang") || lang);
  fit();
  seek(Number(asked.get("t")) || 0);
  document.documentElement.dataset.ready = "";
})();
