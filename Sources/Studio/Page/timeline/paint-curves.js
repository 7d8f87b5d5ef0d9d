import { labelWidth, y } from './scale.js';

/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */

/** The numbers of a column, as in `CombinedCurves.Column`. */
const numbers = 6;

/**
 * Calls `paint` for each visible column of the combined curves.
 * @param {Frame} frame
 * @param {(x: number, width: number, column: Float32Array) => void} paint
 */
function eachColumn({ view, tiles, pattern }, paint) {
  const address = pattern?.sound?.curves;
  if (!address) return;
  const part = { from: view.start, to: Math.min(view.end, pattern.audibleSeconds), scale: view.scale };
  for (const { start, columnSeconds, bytes } of tiles.visible('curves', address, part)) {
    const values = new Float32Array(bytes);
    const width = columnSeconds * view.scale;
    const first = Math.max(0, Math.floor((view.start - start) / columnSeconds));
    for (let column = first; column < values.length / numbers; column += 1) {
      const x = view.x(start + column * columnSeconds);
      if (x > view.width) return;
      if (x + width < labelWidth) continue;
      paint(x, width, values.subarray(numbers * column, numbers * (column + 1)));
    }
  }
}

/**
 * Paints how strong the strongest vibration is: filled as far as it is all the time, lighter as far as it is at times.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintIntensity(frame, lane) {
  const { brush } = frame;
  const bottom = y(lane, 0);
  eachColumn(frame, (x, width, [low, high, sharpLow, sharpHigh, tap, tapSharpness]) => {
    if (high > 0) {
      const sharpness = (sharpLow + sharpHigh) / 2;
      brush.fill(x, y(lane, high), width + 0.3, bottom - y(lane, high), brush.sharpness(sharpness, 0.4));
      if (low > 0) brush.fill(x, y(lane, low), width + 0.3, bottom - y(lane, low), brush.sharpness(sharpness, 0.5));
    }
    if (tap > 0) brush.fill(x, y(lane, tap), Math.max(2, width), bottom - y(lane, tap), brush.sharpness(tapSharpness));
  });
}

/**
 * Paints how sharp the strongest vibration is, and a dot for each tap.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintSharpness(frame, lane) {
  const { brush } = frame;
  eachColumn(frame, (x, width, [, high, sharpLow, sharpHigh, tap, tapSharpness]) => {
    if (high > 0) {
      const [top, bottom] = [y(lane, sharpHigh) - 1, y(lane, sharpLow) + 1];
      brush.fill(x, top, width + 0.3, bottom - top, brush.sharpness((sharpLow + sharpHigh) / 2));
    }
    if (tap > 0) brush.fill(x - 1, y(lane, tapSharpness) - 2, 4, 4, brush.sharpness(tapSharpness));
  });
}
