/**
 * The columns in a tile. The server makes tiles of this width.
 */
export const tileColumns = 512;

/**
 * The number of tiles that are kept.
 *
 * Our choice: some screens of each lane. A tile of curves takes 12 kB, and one of frequencies 43 kB.
 */
const keptTiles = 200;

/** The tiles that are requested at the same time. */
const parallel = 4;

/**
 * A part of what a lane shows: columns of the same width, from `start` seconds on.
 * @typedef {{start: number, columnSeconds: number, bytes: ArrayBuffer}} Tile
 */

/**
 * Parts of lanes that the server computes, loaded when they are visible. Events: `load` when a tile has arrived.
 *
 * At each level, columns are twice as wide as at the level before.
 */
export class Tiles extends EventTarget {
  /**
   * The tiles by their path, in the order in which they were used last; nil while a tile is loaded.
   * @type {Map<string, Tile | null>}
   */
  #tiles = new Map();
  /** @type {{path: string, start: number, columnSeconds: number}[]} */
  #waiting = [];
  #loading = 0;
  /**
   * The last address of each lane, whose tiles are shown until the tiles of the present one have arrived.
   * @type {Map<string, string>}
   */
  #before = new Map();
  /** @type {Map<string, string>} */
  #present = new Map();
  /** The paths of tiles that the server does not have at present. */
  #missing = new Set();

  /** The number of tiles that are kept. */
  get count() { return this.#tiles.size; }

  /**
   * @param {string} lane the lane, or the sound in it
   * @param {string} address the address of what the lane shows
   * @param {{from: number, to: number, scale: number, finest?: number}} part the seconds that are visible, the pixels
   *   of a second, and the lowest level
   * @returns {Tile[]} the tiles that are loaded, in order of time
   */
  visible(lane, address, { from, to, scale, finest = -16 }) {
    if (this.#present.get(lane) !== address) {
      const last = this.#present.get(lane);
      if (last !== undefined) this.#before.set(lane, last);
      this.#present.set(lane, address);
      this.#missing.clear();
    }
    const level = Math.min(13, Math.max(finest, Math.floor(-Math.log2(scale))));
    const columnSeconds = 2 ** level;
    const seconds = columnSeconds * tileColumns;
    const found = [];
    for (let index = Math.max(0, Math.floor(from / seconds)); index * seconds < to; index += 1) {
      const tile = this.#tile(`${address}/${level}/${index}`, index * seconds, columnSeconds, true)
        ?? this.#tile(`${this.#before.get(lane)}/${level}/${index}`, index * seconds, columnSeconds, false);
      if (tile) found.push(tile);
    }
    return found;
  }

  /**
   * @param {string} path
   * @param {number} start
   * @param {number} columnSeconds
   * @param {boolean} isLoaded whether a missing tile is loaded
   */
  #tile(path, start, columnSeconds, isLoaded) {
    const tile = this.#tiles.get(path);
    if (tile !== undefined) {
      this.#tiles.delete(path);
      this.#tiles.set(path, tile);
    } else if (isLoaded && !this.#missing.has(path)) {
      this.#tiles.set(path, null);
      this.#waiting.push({ path, start, columnSeconds });
      this.#load();
    }
    return tile ?? undefined;
  }

  async #load() {
    if (this.#loading >= parallel) return;
    this.#loading += 1;
    // The tiles that were requested last are visible now.
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const { path, start, columnSeconds } = next;
      const answer = await fetch(`sound/${path}`).catch(() => null);
      if (answer?.status === 200) {
        this.#tiles.set(path, { start, columnSeconds, bytes: await answer.arrayBuffer() });
        this.dispatchEvent(new Event('load'));
      } else {
        // A newer state may have replaced this one. Without an answer, the tile is requested again when it is needed.
        this.#tiles.delete(path);
        if (answer) this.#missing.add(path);
      }
      this.#forget();
    }
    this.#loading -= 1;
  }

  #forget() {
    if (this.#tiles.size <= keptTiles) return;
    for (const [path, tile] of this.#tiles) {
      if (this.#tiles.size <= keptTiles) return;
      if (tile) this.#tiles.delete(path);
    }
  }
}
