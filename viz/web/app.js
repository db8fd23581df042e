"use strict";
// A page that plays a show: its recorded opening first, and behind it, as soon as Python runs, the
// show itself. Nothing here knows a scene: what is told and drawn comes from viz/web/session.py.
// `viz` drives it from a console and from tests.

/** Parts of the page that come as scripts of their own: vizParts({name: value}). */
const parts = {}, waiting = {};
self.vizParts = (found) => {
  for (const [name, value] of Object.entries(found)) {
    parts[name] = value;
    for (const go of waiting[name] || []) go(value);
    delete waiting[name];
  }
};
self.vizParts(self.vizCommon);
for (const one of document.querySelectorAll("script[data-part]"))
  self.vizParts(one.type === "application/json" ? JSON.parse(one.textContent) : { [one.dataset.part]: one.textContent });
Object.assign(GLYPHS, parts.glyphs);
self.viz = {};

/** A part, when it is there; its script is asked for at the first call. */
function part(name) {
  if (name in parts) return Promise.resolve(parts[name]);
  return new Promise((go, fail) => {
    (waiting[name] ||= []).push(go);
    const file = parts.files && parts.files[name];
    if (!file) return fail(new Error(`no ${name}`));
    if (document.querySelector(`script[src="${file}"]`)) return;
    const script = document.createElement("script");
    script.src = file;
    script.onerror = () => { script.remove(); fail(new Error(`${file} does not load`)); };
    document.head.append(script);
  });
}

/** Base64 to bytes; of a text that was packed, what it was. */
async function bytes(text, packed = true) {
  const found = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  if (!packed) return found;
  const stream = new Blob([found]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const $ = (id) => document.getElementById(id);
const root = document.documentElement;
const now = () => performance.now() / 1000;

/** The first pictures of a show again and again, where nothing of it is to be touched. */
async function reel(canvas, name) {
  const c = canvas.getContext("2d", { alpha: false });
  let shown = "", recorded = null, rows = [], at = 0;
  const draw = () => {
    c.setTransform(canvas.width / recorded.stage[0], 0, 0, canvas.height / recorded.stage[1], 0, 0);
    drawRows(c, rows, ...recorded.stage);
  };
  async function load() {
    const wanted = `${name}.${look.lang}.${look.theme === "light" ? "light" : "dark"}`;
    if (wanted === shown) return;
    shown = wanted;
    recorded = JSON.parse(new TextDecoder().decode(await bytes(await part(wanted))));
    [rows, at] = [changedRows([], recorded.changes[0]), 0];
    draw();
  }
  self.viz.changed = load;
  await document.fonts.load('20px "Noto Sans SC"', "A中");
  await load();
  if (calm) return;
  let last = 0;
  requestAnimationFrame(function loop(time) {
    if (time - last >= 1000 / recorded.rate - 2) {
      last = time;
      at = (at + 1) % recorded.changes.length;
      rows = changedRows(at ? rows : [], recorded.changes[at]);
      draw();
    }
    requestAnimationFrame(loop);
  });
}

function store(name, value) {
  try { // a private window may have none
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* nothing is kept, and nothing else is lost */ }
  return null;
}

/** What a link asks for: #t=12&lang=zh&knob.users=64. Data of anybody's: checked by Python. */
function linked(hash = location.hash) {
  const asked = new URLSearchParams(hash.slice(1, 4000));
  const knobs = {};
  for (const [name, value] of asked)
    if (name.startsWith("knob.")) knobs[name.slice(5)] = value !== "" && isFinite(Number(value)) ? Number(value) : value;
  return {
    t: isFinite(Number(asked.get("t"))) ? Number(asked.get("t")) : 0, lang: asked.get("lang"),
    theme: asked.get("theme"), knobs, moves: asked.has("t") || Object.keys(knobs).length > 0,
  };
}

const query = new URLSearchParams(location.search);
const link = linked();
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const look = {
  lang: [link.lang, store("viz.lang"), ...navigator.languages.map((one) => one.slice(0, 2)), "en"].find((one) => one in parts.words),
  theme: [link.theme, store("viz.theme"), matchMedia("(prefers-contrast: more)").matches ? "contrast" : "",
    matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"].find((one) => one in parts.colours),
};
const word = (name) => parts.words[look.lang][name] || parts.words.en[name] || name;

/** The page itself in its language and theme. */
function dress() {
  root.lang = look.lang;
  root.dataset.theme = look.theme;
  for (const [name, colour] of Object.entries(parts.colours[look.theme])) root.style.setProperty(`--${name}`, colour);
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = word(one.dataset.word);
  for (const one of document.querySelectorAll("[data-title]")) one.setAttribute("aria-label", one.title = word(one.dataset.title));
  for (const one of document.querySelectorAll("[data-text]")) { // texts of the show, in all languages
    const text = JSON.parse(one.dataset.text);
    one.textContent = text[look.lang] || text.en || "";
  }
  for (const one of document.querySelectorAll("[data-lang]")) one.setAttribute("aria-pressed", String(one.dataset.lang === look.lang));
  if (parts.title) document.title = parts.title[look.lang] || parts.title.en;
  // A poster in another language or theme is another picture.
  for (const one of document.querySelectorAll("img[data-name]")) one.src = `${one.dataset.name}.${look.lang}.${look.theme === "light" ? "light" : "dark"}.png`;
}

function speak(lang) {
  look.lang = lang in parts.words ? lang : look.lang;
  store("viz.lang", look.lang);
  dress();
  if (self.viz && self.viz.changed) self.viz.changed();
}

function paintIn(theme) {
  look.theme = theme in parts.colours ? theme : look.theme;
  store("viz.theme", look.theme);
  dress();
  if (self.viz && self.viz.changed) self.viz.changed();
}

function nextTheme() {
  const names = Object.keys(parts.colours);
  paintIn(names[(names.indexOf(look.theme) + 1) % names.length]);
}

function make(kind, words = {}, ...inside) {
  const one = document.createElement(kind);
  for (const [name, value] of Object.entries(words)) {
    if (name.startsWith("on")) one[name] = value;
    else if (name in one && name !== "list" && typeof value !== "object") one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...inside.filter((each) => each !== null && each !== undefined && each !== false));
  return one;
}

for (const one of document.querySelectorAll("[data-lang]")) one.onclick = () => speak(one.dataset.lang);
if ($("theme")) $("theme").onclick = nextTheme;
dress();
// index.html#scene=batch&t=12 is a link to that scene's page.
const wanted = new URLSearchParams(location.hash.slice(1, 4000)).get("scene");
if (parts.names && parts.names.includes(wanted)) location.replace(`${wanted}.html${location.hash}`);
else if ($("hero")) reel($("hero"), "hero").catch(() => $("hero").remove());
