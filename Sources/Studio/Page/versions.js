import { Pattern } from './pattern.js';

/** @typedef {import('./pattern.js').LoopSound} LoopSound */

/** A state of a pattern that the server renders at another speed, as in `PlayedState`. */
/** @typedef {{id: number, sound: import('./pattern.js').Sound}} Played */

/** The frames of a second that is played. The server renders all sounds at this rate. */
export const playedRate = 48000;

/** A state of a pattern file that stays as it is while the file changes. */
export class PatternVersion extends Pattern {
  /**
   * @param {string} file
   * @param {import('./connection.js').Connection} connection
   * @param {{id: number, state: any, sound: any}} version a `VersionState`
   */
  constructor(file, connection, { id, state, sound }) {
    super(file, connection);
    this.version = id;
    this.apply(state);
    this.applySound(sound);
  }
}

/**
 * Something with rendered sound: a pattern, or a scenario, which is always played as it is.
 * @typedef {object} Playable
 * @property {string} file
 * @property {{rate: number, frames: number, blockFrames: number, blocks: string[]} | null} sound
 */

/**
 * @param {Pattern} pattern
 * @returns {{file: string, version: number | undefined}} the state for questions to the server
 */
export function sideOf(pattern) {
  return { file: pattern.file, version: pattern instanceof PatternVersion ? pattern.version : undefined };
}

/**
 * @param {Playable} pattern
 * @param {number} speed the factor of the speed
 * @returns {Promise<Played | null>} the sound at this speed; nil if it is the pattern's own, or cannot be rendered
 */
export async function playedAt(pattern, speed) {
  if (speed === 1 || !(pattern instanceof Pattern)) return null;
  return pattern.connection.ask('compare', { ask: 'played', ...sideOf(pattern), speed })
    .then(({ comparison }) => comparison, () => null);
}

/**
 * @param {Playable} pattern
 * @param {Played | null} played the sound at another speed; nil for the pattern's own
 * @param {{from: number, to: number}} loop seconds of the pattern
 * @returns {Promise<LoopSound | null>} the sound of the loop; nil if the server cannot render it
 */
export async function loopOf(pattern, played, { from, to }) {
  if (!(pattern instanceof Pattern)) return null;
  const version = played?.id ?? sideOf(pattern).version;
  if (version === undefined) return pattern.loopSound(from, to);
  return pattern.connection.ask('compare', { ask: 'loop', file: pattern.file, version, from, to })
    .then(({ comparison }) => comparison, () => null);
}
