import { labelWidth, rulerStep } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */

/**
 * Paints what lies behind all lanes: the loop, the grid, the lines of the ruler and the end of the pattern.
 * @param {Frame} frame
 */
export function paintLines({ brush, view, loop, pattern, grid }) {
  const { context } = brush;
  const [first] = view.lanes;
  const top = first.kind === 'ruler' ? first.height : 0;
  if (loop) {
    context.globalAlpha = 0.18;
    const left = Math.max(0, view.x(loop.from));
    brush.fill(left, 0, Math.min(view.width, view.x(loop.to)) - left, view.height, brush.colors.accent);
    context.globalAlpha = 1;
  }
  // Lines of a grid that are closer than this would be a gray area.
  if (grid * view.scale >= 8) {
    for (let line = Math.ceil(view.start / grid); line * grid <= view.end; line += 1) {
      const x = view.x(line * grid);
      brush.line(x, top, x, view.height, brush.colors.rule, [1, 3]);
    }
  }
  const step = rulerStep(view.scale);
  for (let tick = Math.ceil(view.start / step); tick * step <= view.end; tick += 1) {
    const x = Math.round(view.x(tick * step)) + 0.5;
    brush.line(x, top, x, view.height, brush.colors.rule);
  }
  const last = view.x(pattern?.seconds ?? 0);
  brush.line(last, 0, last, view.height, brush.colors.faint, [2, 4]);
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintRuler({ brush, view }, lane) {
  const step = rulerStep(view.scale);
  for (let tick = Math.ceil(view.start / step); tick * step <= view.end; tick += 1) {
    const x = Math.round(view.x(tick * step)) + 0.5;
    const label = timeText(tick * step, step);
    if (x + 3 + brush.context.measureText(label).width > view.width) break;
    brush.text(label, x + 3, lane.top + lane.height / 2, brush.colors.faint);
  }
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintLint({ brush, view, rows, pattern }, lane) {
  const { context } = brush;
  /** The pixels at which a flag was painted already. */
  const taken = new Set();
  for (const finding of pattern?.lint ?? []) {
    const x = view.x(findingTime(finding, rows));
    if (finding.accepted || x < labelWidth || x > view.width || taken.has(`${finding.severity} ${Math.round(x)}`)) continue;
    taken.add(`${finding.severity} ${Math.round(x)}`);
    context.fillStyle = finding.severity === 'info' ? brush.colors.faint : brush.colors.warning;
    context.beginPath();
    context.moveTo(x, lane.top + 3);
    context.lineTo(x + 12, lane.top + 8);
    context.lineTo(x, lane.top + 13);
    context.closePath();
    context.fill();
    context.fillRect(x - 1, lane.top + 3, 2, lane.height - 3);
    brush.shapes += 2;
  }
}

/**
 * Paints what the parts of the pattern feel like, in words, in two lines that take turns.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintCaptions({ brush, view, pattern }, lane) {
  const captions = pattern?.captions ?? [];
  const ends = [labelWidth, labelWidth];
  captions.forEach(({ time, text }, index) => {
    const x = view.x(time);
    const line = index % 2;
    // A caption has the room until the next one on its line.
    const room = Math.min(view.width, view.x(captions[index + 2]?.time ?? Infinity)) - Math.max(x, ends[line]) - 8;
    if (x > view.width || room < 24) return;
    const middle = lane.top + 9 + 16 * line;
    if (x >= labelWidth) brush.fill(x, lane.top + 2, 1, lane.height - 4, brush.colors.rule);
    brush.text(fitted(brush, text, room), Math.max(x, labelWidth) + 4, middle, brush.colors.ink);
    ends[line] = x;
  });
}

/**
 * @param {import('./brush.js').Brush} brush
 * @param {string} text
 * @param {number} width
 * @returns {string} the text, cut so that it is not wider than `width`
 */
function fitted({ context }, text, width) {
  if (context.measureText(text).width <= width) return text;
  // Each step halves the part that may fit.
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}

/**
 * Paints what lies over all lanes: the cursor, the playhead, the snap line, the box, the course and the values at the pointer.
 * @param {Frame} frame
 */
export function paintOverlays({ brush, view, cursor, playhead, box, snap, course, tip }) {
  const { context } = brush;
  const { accent, ink } = brush.colors;
  brush.line(view.x(cursor), 0, view.x(cursor), view.height, accent, [], 1);
  if (playhead !== null) brush.line(view.x(playhead), 0, view.x(playhead), view.height, ink, [], 2);
  if (snap !== null) brush.line(view.x(snap), 0, view.x(snap), view.height, accent, [1, 3], 2);
  if (course) brush.path(course, accent, 2);
  if (box) {
    context.strokeStyle = accent;
    context.lineWidth = 1;
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  if (!tip) return;
  const width = context.measureText(tip.text).width + 12;
  const left = Math.max(labelWidth, Math.min(view.width - width - 4, tip.x + 14));
  const top = Math.max(2, tip.y - 30);
  brush.fill(left, top, width, 22, brush.colors.ground);
  context.strokeStyle = accent;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, width - 1, 21);
  brush.text(tip.text, left + 6, top + 11, ink);
}

/**
 * @param {number} seconds
 * @param {number} step
 */
function timeText(seconds, step) {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return seconds.toFixed(Math.min(4, digits));
}

/**
 * @param {{path: string}} finding
 * @returns {number | undefined} the row of a finding; nothing for a finding about the whole pattern
 */
export function findingRow(finding) {
  const index = /Pattern\[(\d+)\]/.exec(finding.path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/**
 * @param {{path: string}} finding
 * @param {Row[]} rows
 * @returns {number} the time of a finding, in seconds
 */
export function findingTime(finding, rows) { return rows[findingRow(finding) ?? -1]?.time ?? 0; }

/**
 * @param {import('../pattern.js').Pattern['lint']} lint
 * @param {Row[]} rows
 * @param {number} seconds
 * @returns {{finding: import('../pattern.js').Pattern['lint'][0], index: number, far: number} | undefined} the finding that is nearest to a time, and the seconds between them
 */
export function nearestFinding(lint, rows, seconds) {
  return lint.map((finding, index) => ({ finding, index, far: Math.abs(findingTime(finding, rows) - seconds) }))
    .sort((one, two) => one.far - two.far)[0];
}
