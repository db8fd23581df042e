"use strict";
// Draws marks on a canvas; the order of kinds and fields is that of viz/web/recording.py.
const FONTS = '"Noto Sans SC","Noto Sans CJK SC","Source Han Sans SC","PingFang SC","Microsoft YaHei",sans-serif';

function drawFrame(c, marks, numbers, width, height, ground) {
  c.globalAlpha = 1;
  c.fillStyle = ground;
  c.fillRect(0, 0, width, height);
  for (const number of numbers) {
    const row = marks[number];
    PAINT[row[0]](c, row);
  }
  c.globalAlpha = 1;
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
    c.font = `${weight} ${size}px ${FONTS}`;
    c.fillStyle = fill;
    // Text keeps its width in any font.
    const natural = c.measureText(text).width || 1;
    const start = x - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
    c.save();
    c.translate(start, y);
    c.scale(wide / natural, 1);
    c.fillText(text, 0, 0);
    c.restore();
  },
];

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
