import { labelWidth, y } from './scale.js';

/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */

/**
 * The extremes of the combined curves in a part of the time, as in `CombinedCurves.Column`.
 * @typedef {{low: number, high: number, sharpLow: number, sharpHigh: number, tap: number, tapSharpness: number}} Column
 */

/** The numbers of a column. */
const numbers = 6;

/**
 * Calls `paint` for each visible pixel, with the extremes of the combined curves there.
 * @param {Frame} frame
 * @param {(x: number, column: Column) => void} paint
 */
function eachPixel({ view, tiles, pattern }, paint) {
  const address = pattern?.sound?.curves;
  if (!address) return;
  /** @type {Column | null} */
  let pixel = null;
  let place = -1;
  const part = { from: view.start, to: Math.min(view.end, pattern.audibleSeconds), scale: view.scale };
  for (const { start, columnSeconds, bytes } of tiles.visible('curves', address, part)) {
    const values = new Float32Array(bytes);
    const first = Math.max(0, Math.floor((view.start - start) / columnSeconds));
    const last = Math.min(values.length / numbers, Math.ceil((view.end - start) / columnSeconds));
    for (let column = first; column < last; column += 1) {
      // A pixel that is a part of a column shows the whole column, and nothing before it.
      const x = Math.max(labelWidth, Math.round(view.x(start + column * columnSeconds)));
      const [low, high, sharpLow, sharpHigh, tap, tapSharpness] = values.subarray(numbers * column, numbers * (column + 1));
      if (pixel && x > place) paint(place, pixel);
      if (!pixel || x > place) [pixel, place] = [{ low, high, sharpLow, sharpHigh, tap, tapSharpness }, x];
      else join(pixel, { low, high, sharpLow, sharpHigh, tap, tapSharpness });
    }
  }
  if (pixel) paint(place, pixel);
}

/**
 * Adds a column to the pixel in which it lies.
 * @param {Column} pixel
 * @param {Column} column
 */
function join(pixel, column) {
  pixel.low = Math.min(pixel.low, column.low);
  // The sharpness of silence has no meaning.
  if (column.high > 0) {
    const isSilent = pixel.high <= 0;
    pixel.sharpLow = isSilent ? column.sharpLow : Math.min(pixel.sharpLow, column.sharpLow);
    pixel.sharpHigh = isSilent ? column.sharpHigh : Math.max(pixel.sharpHigh, column.sharpHigh);
  }
  pixel.high = Math.max(pixel.high, column.high);
  if (column.tap > pixel.tap) [pixel.tap, pixel.tapSharpness] = [column.tap, column.tapSharpness];
}

/**
 * Paints how strong the strongest vibration is: filled as far as it is all the time, lighter as far as it is at times.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintIntensity(frame, lane) {
  const { brush } = frame;
  const bottom = y(lane, 0);
  eachPixel(frame, (x, { low, high, sharpLow, sharpHigh, tap, tapSharpness }) => {
    const sharpness = (sharpLow + sharpHigh) / 2;
    if (high > low) brush.fill(x, y(lane, high), 1, y(lane, low) - y(lane, high), brush.sharpness(sharpness, 0.6));
    if (low > 0) brush.fill(x, y(lane, low), 1, bottom - y(lane, low), brush.sharpness(sharpness));
    if (tap > 0) brush.fill(x, y(lane, tap), 2, bottom - y(lane, tap), brush.sharpness(tapSharpness));
  });
}

/**
 * Paints how sharp the strongest vibration is, and a dot for each tap.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintSharpness(frame, lane) {
  const { brush } = frame;
  eachPixel(frame, (x, { high, sharpLow, sharpHigh, tap, tapSharpness }) => {
    if (high > 0) {
      const [top, bottom] = [y(lane, sharpHigh) - 1, y(lane, sharpLow) + 1];
      brush.fill(x, top, 1, bottom - top, brush.sharpness((sharpLow + sharpHigh) / 2));
    }
    if (tap > 0) brush.fill(x, y(lane, tapSharpness) - 2, 4, 4, brush.sharpness(tapSharpness));
  });
}
