import { waiting } from './waiting.js';

/** @typedef {import('./row.js').Row} Row */
/** @typedef {{path: string, wave: string, spectrum: string, onsets: string, seconds: number}} Wave a sound file of a pattern, as in `WaveRow` */
/** @typedef {{rate: number, frames: number, blockFrames: number, blocks: string[], course: string, curves: string, waves: Wave[], problems: string[], revision: number}} Sound as in `SoundState` */

/** @typedef {{revision: number, firstFrame: number, passFrames: number, frames: number, blockFrames: number, blocks: string[]}} LoopSound as in `LoopSound` */

/**
 * How a change is made.
 * @typedef {object} EditOptions
 * @property {string} [added] the pattern that `overlay` adds
 * @property {number} [shift] seconds by which the times of the added pattern are shifted
 * @property {boolean} [joins] whether the change is undone together with the one before
 * @property {boolean} [isDrawn] whether the first entry of the added pattern is a curve that a pen has drawn
 * @property {number} [revision] the revision of the rows from which the edits were built; by default the present one
 */

/** The beginning of the reason for which the server refuses edits of an earlier state. */
const stale = 'the pattern has changed in the meantime';

/**
 * A pattern file as the server last described it.
 *
 * Events: `change` when the entries have changed, `judgment` when the findings have, `sound` when the sound has,
 * `accepted` when a change of this page was made, `lost` when the connection was closed.
 */
export class Pattern extends EventTarget {
  /**
   * The changes that were sent, one after the other.
   * @type {Promise<void>}
   */
  #changes = Promise.resolve();
  /**
   * The revisions that changes of this page have made.
   * @type {Set<number>}
   */
  #own = new Set();
  /** The last revision at which rows were inserted or removed. */
  #shifted = -1;
  /** Whether the connection was closed after the last state. */
  #isLost = false;
  /**
   * The addresses of the onsets that are loaded, by the path of the sound file.
   * @type {Map<string, string>}
   */
  #onsetAddresses = new Map();

  /**
   * @param {string} file
   * @param {import('./connection.js').Connection} connection
   */
  constructor(file, connection) {
    super();
    this.file = file;
    this.connection = connection;
    this.revision = -1;
    /** @type {Row[]} */
    this.rows = [];
    this.seconds = 0;
    /** @type {string | undefined} */
    this.undoLabel = undefined;
    /** @type {string | undefined} */
    this.redoLabel = undefined;
    /** @type {{path: string, severity: string, rule: string, message: string, why: string, fix: string, guideline: string, fixable: boolean, accepted?: string}[]} */
    this.lint = [];
    /** @type {string | undefined} */
    this.problem = undefined;
    /**
     * What the last change could not do as requested.
     * @type {string[]}
     */
    this.notes = [];
    /** The profile with which the sound is rendered. */
    this.profile = '';
    this.description = '';
    /**
     * What the parts of the pattern feel like, in words.
     * @type {{time: number, text: string}[]}
     */
    this.captions = [];
    /** @type {Sound | null} */
    this.sound = null;
    /** @type {Float32Array} */
    this.course = new Float32Array();
    /**
     * The times at which something begins in each sound file, in seconds.
     * @type {Map<string, Float32Array>}
     */
    this.onsets = new Map();
  }

  /** The time until which something can be felt or heard, in seconds. */
  get audibleSeconds() { return Math.max(this.seconds, (this.sound?.frames ?? 0) / (this.sound?.rate ?? 1)); }

  /** @param {any} state a `FileState` */
  apply(state) {
    const { at, rows } = state.entries;
    // The server describes the whole pattern again to a page that has lost the connection.
    const removed = this.#isLost ? this.rows.length : state.entries.removed;
    this.#isLost = false;
    this.rows = [...this.rows.slice(0, at), ...rows, ...this.rows.slice(at + removed)];
    if (removed !== rows.length) this.#shifted = state.revision;
    this.revision = state.revision;
    this.seconds = state.seconds;
    this.undoLabel = state.undo;
    this.redoLabel = state.redo;
    this.problem = state.problem;
    this.notes = state.notes;
    this.profile = state.profile;
    this.#measureSounds();
    this.dispatchEvent(new CustomEvent('change', { detail: { at, removed, added: rows.length } }));
  }

  /** Notes that the connection was closed: the next state describes the whole pattern. */
  lose() {
    this.#isLost = true;
    this.#own.clear();
    this.dispatchEvent(new Event('lost'));
  }

  /** @param {any} judgment a `Judgment` */
  judge(judgment) {
    this.lint = judgment.lint;
    this.description = judgment.description;
    this.captions = judgment.captions;
    this.dispatchEvent(new Event('judgment'));
  }

  /** @param {any} sound a `SoundState` */
  async applySound(sound) {
    this.sound = sound;
    this.#loadOnsets(sound.waves);
    const answer = await fetch(`sound/${sound.course}`).catch(() => null);
    // Without a course, nothing could be rendered, or a newer sound has replaced this one.
    const course = answer?.status === 200 ? new Float32Array(await answer.arrayBuffer()) : new Float32Array();
    if (this.sound !== sound) return;
    this.course = course;
    this.#measureSounds();
    this.dispatchEvent(new Event('sound'));
  }

  /**
   * Loads the onsets of the sound files that have changed.
   * @param {Wave[]} waves
   */
  async #loadOnsets(waves) {
    for (const { path, onsets } of waves) {
      if (this.#onsetAddresses.get(path) === onsets) continue;
      this.#onsetAddresses.set(path, onsets);
      const answer = await fetch(`sound/${onsets}/0/0`).catch(() => null);
      if (answer?.status === 200) this.onsets.set(path, new Float32Array(await answer.arrayBuffer()));
    }
  }

  /** Notes the lengths of sound files, which the entries do not state. */
  #measureSounds() {
    const lengths = new Map(this.sound?.waves.map(({ path, seconds }) => [path, seconds]));
    for (const row of this.rows) if (row.kind === 'sound') row.length = lengths.get(row.waveform ?? '');
  }

  /**
   * Makes a change.
   *
   * Edits that were built from rows that were shown before are only sent if the rows still have the same indices, so
   * that they never change another row.
   * @param {string} label what people call it
   * @param {string[][] | (() => string[][])} edits the words of the operations of `haptic edit`, or a function that
   *   builds them from the rows when the change is sent
   * @param {EditOptions} options
   * @returns {Promise<void>} rejected with the reason if the change cannot be made
   */
  edit(label, edits, options = {}) {
    const shown = options.revision ?? this.revision;
    return this.#afterOthers(async () => {
      if (typeof edits === 'function') return this.#rebase(label, edits, options);
      if (!this.#keepsIndices(shown)) throw new Error(`${stale}; look at it and try again`);
      return this.#send(label, edits, options);
    });
  }

  /**
   * Sends edits of the present rows, and builds them again if another window was faster.
   * @param {string} label
   * @param {() => string[][]} edits
   * @param {EditOptions} options
   */
  async #rebase(label, edits, options) {
    // Each refusal is a change that another window has made, so this ends.
    for (;;) {
      const before = this.revision;
      try {
        return await this.#send(label, edits(), options);
      } catch (error) {
        if (!/** @type {Error} */ (error).message.startsWith(stale)) throw error;
        await this.#reach(before + 1);
      }
    }
  }

  /**
   * @param {string} label
   * @param {string[][]} edits
   * @param {EditOptions} options
   */
  async #send(label, edits, options) {
    if (edits.length === 0) return undefined;
    const before = this.revision;
    const answer = await this.connection.ask('edit', {
      file: this.file, revision: before, label, edits, pattern: options.added, shift: options.shift,
      // A change by another window is undone separately.
      joins: (options.joins ?? false) && this.#own.has(before), isDrawn: options.isDrawn,
    });
    for (let revision = before + 1; revision <= answer.revision; revision += 1) this.#own.add(revision);
    return answer;
  }

  /**
   * Waits until a state is shown.
   * @param {number} revision
   */
  async #reach(revision) {
    while (this.revision < revision && !this.#isLost) {
      await new Promise((resolve) => {
        for (const name of ['change', 'lost']) this.addEventListener(name, resolve, { once: true });
      });
    }
  }

  /**
   * @param {number} revision
   * @returns {boolean} whether every change since `revision` was made here and left the rows in their places
   */
  #keepsIndices(revision) {
    if (revision < this.#shifted) return false;
    for (let later = revision + 1; later <= this.revision; later += 1) {
      if (!this.#own.has(later)) return false;
    }
    return revision <= this.revision;
  }

  /**
   * Sends a request after the states that the earlier ones have led to were shown.
   *
   * Otherwise it would refer to an old state, and be refused.
   * @param {() => Promise<any>} send
   */
  #afterOthers(send) {
    const change = this.#changes.then(async () => {
      await this.#reach((await send())?.revision ?? -1);
      this.dispatchEvent(new Event('accepted'));
    });
    this.#changes = change.catch(() => {});
    return waiting.during('saving …', change);
  }

  /**
   * @param {() => number[]} rows the rows, when the request is sent
   * @returns {Promise<string>} the text of a pattern file with the rows
   */
  async copy(rows) {
    let text = '';
    await this.#afterOthers(async () => {
      text = (await this.connection.ask('copy', { file: this.file, rows: rows() })).pattern;
    });
    return text;
  }

  /**
   * @param {number} from seconds
   * @param {number} to
   * @returns {Promise<LoopSound | null>} the sound of a loop; nil if the server cannot render it
   */
  async loopSound(from, to) {
    return this.connection.ask('loop', { file: this.file, from, to }).then(({ loop }) => loop, () => null);
  }

  /** Waits until the requests that were made so far are answered. */
  async settled() { await this.#changes; }

  undo() { return this.#afterOthers(() => this.connection.ask('undo', { file: this.file })); }

  redo() { return this.#afterOthers(() => this.connection.ask('redo', { file: this.file })); }

  /**
   * Corrects what lint can correct.
   * @param {string} [rule] the rule whose findings are corrected; by default all
   */
  fix(rule) {
    return this.#afterOthers(() =>
      this.connection.ask('fix', { file: this.file, revision: this.revision, rule }));
  }
}
