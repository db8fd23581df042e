"use strict";
// Draws marks on a canvas; the order of kinds and fields is that of viz/web/recording.py.
const FONTS = '"Noto Sans SC","Noto Sans CJK SC","Source Han Sans SC","PingFang SC","Microsoft YaHei",sans-serif';

function drawFrame(c, marks, numbers, width, height, ground) {
  drawRows(c, numbers.map((number) => marks[number] = whole(marks, marks[number])), width, height, ground);
}

function drawRows(c, rows, width, height, ground) {
  c.globalAlpha = 1;
  c.fillStyle = ground;
  c.fillRect(0, 0, width, height);
  const open = [];
  for (const row of rows) {
    const kind = row[0];
    if (kind === CLIP) { open.push(opened(c, row)); c = open.at(-1).inner; }
    else if (kind === CLOSE) c = closed(open.pop());
    else PAINT[kind](c, row);
  }
  c.globalAlpha = 1;
}

// The rows of a picture after a change as viz/web/changes.py tells it.
function changedRows(rows, changes) {
  rows = rows.slice();
  for (const [place, what, fresh] of changes) {
    if (fresh) { rows.splice(place, what, ...fresh); continue; }
    const row = rows[place] = rows[place].slice();
    for (let i = 0; i < what.length; i += 2)
      row[what[i]] = Array.isArray(what[i + 1]) && typeof row[what[i]] === "string"
        ? replaced(row[what[i]], what[i + 1]) : what[i + 1];
  }
  return rows;
}

function replaced(text, parts) {
  for (let i = 0; i < parts.length; i += 2)
    text = text.slice(0, parts[i]) + parts[i + 1] + text.slice(parts[i] + parts[i + 1].length);
  return text;
}

const CLIP = 13, CLOSE = 14, CHANGED = 15, FIRST = 48;

// A field that is told by what differs from another, as a field of its own.
function whole(marks, row) {
  const way = [];
  for (; row[0] === CHANGED; row = marks[row[1]]) way.push(row);
  if (!way.length) return row;
  const cells = way.reverse().reduce((text, [, , ...runs]) => replaced(text, runs), row[8]);
  return [...row.slice(0, 8), cells, ...row.slice(9)];
}

// What is seen through an opening: clipped; where it is faint, drawn apart and laid on as one.
function opened(c, [, x, y, w, h, r, alpha]) {
  let inner = c;
  if (alpha < 1) {
    inner = new OffscreenCanvas(c.canvas.width, c.canvas.height).getContext("2d");
    inner.setTransform(c.getTransform());
  } else c.save();
  rounded(inner, x, y, w, h, r);
  inner.clip();
  return { inner, c, alpha };
}

function closed({ inner, c, alpha }) {
  if (inner === c) { c.restore(); return c; }
  c.save();
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.globalAlpha = alpha;
  c.drawImage(inner.canvas, 0, 0);
  c.restore();
  return c;
}

function rounded(c, x, y, w, h, r) {
  c.beginPath();
  if (w <= 0 || h <= 0) return;
  c.roundRect(x, y, w, h, Math.max(0, Math.min(r, w / 2, h / 2)));
}

const PAINT = [
  function box(c, [, x, y, w, h, fill, r, edge, edgeW, alpha]) {
    c.globalAlpha = alpha;
    const inset = edge ? edgeW / 2 : 0;
    const least = Math.min(r, w / 2, h / 2) - inset;
    rounded(c, x + inset, y + inset, w - 2 * inset, h - 2 * inset, least);
    if (fill) { c.fillStyle = fill; c.fill(); }
    if (edge && edgeW > 0) { c.strokeStyle = edge; c.lineWidth = edgeW; c.setLineDash([]); c.stroke(); }
  },
  function dots(c, [, x, y, columns, rows, pitchX, pitchY, size, fill, r, clip, alpha]) {
    c.globalAlpha = alpha;
    if (clip) { c.save(); c.beginPath(); c.rect(...clip); c.clip(); }
    c.beginPath();
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        c.roundRect(x + column * pitchX, y + row * pitchY, size, size, Math.min(r, size / 2));
    c.fillStyle = fill;
    c.fill();
    if (clip) c.restore();
  },
  function hatch(c, [, x, y, w, h, fill, ink, r, pitch, alpha]) {
    c.globalAlpha = alpha;
    c.save();
    rounded(c, x, y, w, h, r);
    c.clip();
    c.fillStyle = fill;
    c.fillRect(x, y, w, h);
    c.beginPath();
    // Stripes at 45 degrees, half a pitch wide, counted from the stage's origin.
    for (let k = Math.floor((x + y) / pitch) * pitch - pitch; k < x + w + y + h + pitch; k += pitch) {
      c.moveTo(k - y, y); c.lineTo(k + pitch / 2 - y, y);
      c.lineTo(k + pitch / 2 - y - h, y + h); c.lineTo(k - y - h, y + h); c.closePath();
    }
    c.fillStyle = ink;
    c.fill();
    c.restore();
  },
  function disc(c, [, x, y, r, fill, edge, edgeW, alpha]) {
    c.globalAlpha = alpha;
    c.beginPath();
    c.arc(x, y, Math.max(0, r - (edge ? edgeW / 2 : 0)), 0, 2 * Math.PI);
    if (fill) { c.fillStyle = fill; c.fill(); }
    if (edge && edgeW > 0) { c.strokeStyle = edge; c.lineWidth = edgeW; c.setLineDash([]); c.stroke(); }
  },
  function arc(c, [, x, y, r, width, start, end, fill, alpha]) {
    c.globalAlpha = alpha;
    c.beginPath();
    const turns = Math.min(end - start, 1);
    c.arc(x, y, r, (start - 0.25) * 2 * Math.PI, (start + turns - 0.25) * 2 * Math.PI);
    c.strokeStyle = fill; c.lineWidth = width; c.lineCap = "butt"; c.setLineDash([]);
    c.stroke();
  },
  function glow(c, [, x, y, r, fill, alpha]) {
    c.globalAlpha = alpha;
    const light = c.createRadialGradient(x, y, 0, x, y, r);
    for (let i = 0; i <= 4; i++) {
      const share = Math.round((1 - i / 4) ** 2 * 255).toString(16).padStart(2, "0");
      light.addColorStop(i / 4, fill + share);
    }
    c.fillStyle = light;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.fill();
  },
  function trail(c, [, points, width, fill, alpha, x, y]) {
    const discs = 28, total = pathLength(points);
    if (total <= 0) return;
    c.fillStyle = fill;
    for (let i = discs; i > 0; i--) {
      const share = i / discs, [px, py] = along(points, share * total);
      c.globalAlpha = alpha * 0.28 * (1 - share) ** 1.2;
      c.beginPath();
      c.arc(x + px, y + py, width * (1 - 0.8 * share) / 2, 0, 2 * Math.PI);
      c.fill();
    }
  },
  function line(c, [, points, width, fill, dash, alpha]) {
    c.globalAlpha = alpha;
    c.beginPath();
    points.forEach(([x, y], i) => i ? c.lineTo(x, y) : c.moveTo(x, y));
    c.strokeStyle = fill; c.lineWidth = width; c.lineJoin = "round";
    c.lineCap = "round"; c.setLineDash(dash);
    c.stroke();
  },
  function shape(c, [, points, fill, edge, edgeW, alpha, x, y]) {
    c.globalAlpha = alpha;
    c.beginPath();
    points.forEach(([px, py], i) => i ? c.lineTo(x + px, y + py) : c.moveTo(x + px, y + py));
    c.closePath();
    // The edge lies outside: the filling covers its inner half.
    if (edge && edgeW > 0) {
      c.strokeStyle = edge; c.lineWidth = edgeW; c.lineJoin = "round"; c.setLineDash([]); c.stroke();
    }
    if (fill) { c.fillStyle = fill; c.fill(); }
  },
  function label(c, [, text, x, y, size, fill, weight, anchor, alpha, wide]) {
    c.globalAlpha = alpha;
    c.fillStyle = fill;
    const start = x - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
    if (GLYPHS.advances) return glyphs(c, text, start, y, size, fill, weight);
    c.font = `${weight} ${size}px ${FONTS}`;
    // Text keeps its width in any font.
    const natural = c.measureText(text).width || 1;
    c.save();
    c.translate(start, y);
    c.scale(wide / natural, 1);
    c.fillText(text, 0, 0);
    c.restore();
  },
  function field(c, [, x, y, columns, rows, pitchX, pitchY, size, cells, shades, r, alpha]) {
    shades.forEach(([fill, edge, edgeW, share, light], kind) => {
      const wide = size * share, edged = edge && edgeW > 0, inset = edged ? Math.min(edgeW, wide) / 2 : 0;
      if (wide <= 0 || !(fill || edged)) return;
      const own = wide - 2 * inset, lead = (size - wide) / 2 + inset;
      const round = Math.max(0, Math.min(r * share, wide / 2) - inset), sign = String.fromCharCode(FIRST + kind);
      c.globalAlpha = alpha * light;
      c.beginPath();
      for (let i = cells.indexOf(sign); i >= 0; i = cells.indexOf(sign, i + 1)) {
        const left = x + lead + i % columns * pitchX, top = y + lead + Math.floor(i / columns) * pitchY;
        if (round > 0) c.roundRect(left, top, own, own, round);
        else c.rect(left, top, own, own);
      }
      if (fill) { c.fillStyle = fill; c.fill(); }
      if (edged) { c.strokeStyle = edge; c.lineWidth = 2 * inset; c.lineJoin = "miter"; c.setLineDash([]); c.stroke(); }
    });
  },
  function gradient(c, [, x, y, w, h, stops, down, r, alpha]) {
    c.globalAlpha = alpha;
    c.fillStyle = ramp(c, [x, y], down ? [x, y + h] : [x + w, y], stops);
    rounded(c, x, y, w, h, r);
    c.fill();
  },
  function ribbon(c, [, points, widths, fill, lights, alpha, x, y]) {
    c.globalAlpha = alpha;
    for (const { outline, start, end, shares } of pieces(points, widths, x, y)) {
      const stops = shares.map((share, i) => [i, fill, between(lights, share)]);
      c.fillStyle = ramp(c, start, end, stops);
      c.beginPath();
      outline.forEach(([px, py], i) => i ? c.lineTo(px, py) : c.moveTo(px, py));
      c.closePath();
      c.fill();
    }
  },
];

// Where the font itself is there, glyphs stand as viz/paint/surface/text.py sets them: each by its
// advance, emboldened by its outline. `advances` is [advance, shift to the left] in em by sign,
// `small` the signs that are set smaller among letters, `strong` the outline in em by weight.
const GLYPHS = { advances: null, small: {}, strong: {} };

function glyphs(c, text, x, y, size, fill, weight) {
  const strong = (GLYPHS.strong[weight] || 0) * size;
  let set = 0;
  if (strong) { c.strokeStyle = fill; c.lineWidth = strong; c.lineJoin = "round"; c.setLineDash([]); }
  for (const sign of text) {
    const [advance, shift] = GLYPHS.advances[sign] || [1, 0], small = GLYPHS.small[sign] || 1;
    if (set !== small) { c.font = `${size * small}px ${FONTS}`; set = small; }
    if (sign !== " ") {
      const at = x - shift * small * size;
      c.fillText(sign, at, y);
      if (strong) c.strokeText(sign, at, y);
    }
    x += advance * small * size + 0.8 * strong;
  }
}

// A colour and an opacity that change from one place to another.
function ramp(c, start, end, stops) {
  const found = c.createLinearGradient(...start, ...end);
  for (const [share, colour, light] of stops)
    found.addColorStop(share, colour + Math.round(light * 255).toString(16).padStart(2, "0"));
  return found;
}

function between([head, tail], share) { return head + (tail - head) * share; }

// A ribbon as straight parts that touch at its bends, as viz/paint/polylines.py cuts it.
function pieces(points, widths, x, y) {
  const at = points.filter(([px, py], i) => !i || px !== points[i - 1][0] || py !== points[i - 1][1])
    .map(([px, py]) => [x + px, y + py]);
  const total = pathLength(at);
  if (total <= 0) return [];
  const turns = at.slice(1).map(([px, py], i) => Math.atan2(py - at[i][1], px - at[i][0]));
  const shares = at.map((_, i) => pathLength(at.slice(0, i + 1)) / total);
  const sides = at.map(([px, py], i) => {
    const before = turns[Math.max(i - 1, 0)], after = turns[Math.min(i, turns.length - 1)], all = 2 * Math.PI;
    const bend = ((((after - before + Math.PI) % all) + all) % all - Math.PI) / 2;
    const reach = between(widths, shares[i]) / 2 / Math.max(Math.cos(bend), 0.6);
    const dx = reach * Math.cos(before + bend + Math.PI / 2), dy = reach * Math.sin(before + bend + Math.PI / 2);
    return [[px + dx, py + dy], [px - dx, py - dy]];
  });
  const half = ([px, py], r, from) => Array.from({ length: 11 }, (_, i) => from + Math.PI * (i + 1) / 12)
    .map((turn) => [px + r * Math.cos(turn), py + r * Math.sin(turn)]);
  return turns.map((turn, i) => {
    const outline = [sides[i][1], sides[i + 1][1]];
    if (i === turns.length - 1) outline.push(...half(at[i + 1], widths[1] / 2, turn - Math.PI / 2));
    outline.push(sides[i + 1][0], sides[i][0]);
    if (i === 0) outline.push(...half(at[0], widths[0] / 2, turn + Math.PI / 2));
    return { outline, start: at[i], end: at[i + 1], shares: [shares[i], shares[i + 1]] };
  });
}

function pathLength(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i++)
    sum += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  return sum;
}

function along(points, distance) {
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1], [bx, by] = points[i];
    const step = Math.hypot(bx - ax, by - ay);
    if (distance <= step && step > 0)
      return [ax + (bx - ax) * distance / step, ay + (by - ay) * distance / step];
    distance -= step;
  }
  return points[points.length - 1];
}
