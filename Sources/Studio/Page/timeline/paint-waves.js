import { end } from '../row.js';
import { tileColumns } from './tiles.js';
import { labelWidth, y } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */
/** @typedef {import('./tiles.js').Tile} Tile */

/** The lowest level at which frequencies differ from column to column: 8 ms. */
const finestFrequencies = -7;

/**
 * The pictures of tiles.
 * @type {WeakMap<Tile, {color: string, canvas: HTMLCanvasElement}>}
 */
const pictures = new WeakMap();

/**
 * @param {Frame} frame
 * @param {Row} row an event that plays a sound file
 * @param {'wave' | 'spectrum'} kind
 * @returns {Tile[]} the tiles of the sound that are visible, whose times are relative to the start of the row
 */
function soundTiles({ view, tiles, pattern }, row, kind) {
  const path = row.waveform ?? '';
  const sound = pattern?.sound?.waves.find((wave) => wave.path === path);
  if (!sound) return [];
  return tiles.visible(`${kind} ${path}`, sound[kind], {
    from: Math.max(0, view.start - row.time), to: Math.min(end(row), view.end) - row.time, scale: view.scale,
    finest: kind === 'spectrum' ? finestFrequencies : undefined,
  });
}

/**
 * Paints the samples of a sound in its block.
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} volume
 */
export function paintWave(frame, lane, row, volume) {
  const { brush, view } = frame;
  const middle = y(lane, volume / 2);
  const half = (y(lane, 0) - y(lane, volume)) / 2;
  for (const { start, columnSeconds, bytes } of soundTiles(frame, row, 'wave')) {
    const values = new Float32Array(bytes);
    const width = columnSeconds * view.scale;
    for (let column = 0; column < values.length / 2; column += 1) {
      const time = row.time + start + column * columnSeconds;
      const x = view.x(time);
      if (x > view.width || time >= end(row)) break;
      if (x + width < labelWidth) continue;
      const [low, high] = [values[2 * column], values[2 * column + 1]];
      const [top, height] = [middle - high * half, Math.max(1, (high - low) * half)];
      if (high > low) brush.fill(x, top, width + 0.3, height, brush.colors.audio);
    }
  }
}

/**
 * Paints the frequencies of a sound over the height of the lane, low ones at the bottom.
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 */
export function paintSpectrogram(frame, lane, row) {
  const { brush, view } = frame;
  const { context } = brush;
  if (row.kind !== 'sound') return;
  context.save();
  context.beginPath();
  context.rect(view.x(row.time), lane.top, (end(row) - row.time) * view.scale, lane.height);
  context.clip();
  for (const tile of soundTiles(frame, row, 'spectrum')) {
    const left = view.x(row.time + tile.start);
    const picture = pictureOf(tile, brush.colors.ink);
    if (picture) context.drawImage(picture, left, lane.top, tileColumns * tile.columnSeconds * view.scale, lane.height);
    brush.shapes += 1;
  }
  context.restore();
}

/**
 * @param {Tile} tile
 * @param {string} color
 * @returns {HTMLCanvasElement | null} the levels of the tile as opacities of a color
 */
function pictureOf(tile, color) {
  const made = pictures.get(tile);
  if (made?.color === color) return made.canvas;
  const levels = new Uint8Array(tile.bytes);
  const rows = levels.length / tileColumns;
  if (rows < 1) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [tileColumns, rows];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = color;
  context.fillRect(0, 0, tileColumns, rows);
  const image = context.getImageData(0, 0, tileColumns, rows);
  for (let at = 0; at < levels.length; at += 1) {
    const [column, row] = [Math.floor(at / rows), at % rows];
    image.data[4 * ((rows - 1 - row) * tileColumns + column) + 3] = levels[at] * 0.8;
  }
  context.putImageData(image, 0, 0);
  pictures.set(tile, { color, canvas });
  return canvas;
}
