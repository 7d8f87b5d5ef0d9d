/**
 * @typedef {object} Row an entry of the file, as in `EntryRow`
 * @property {'transient' | 'continuous' | 'tone' | 'sound' | 'parameter' | 'curve'} kind
 * @property {number} time
 * @property {number} [duration]
 * @property {Record<string, number>} [parameters]
 * @property {string} [control]
 * @property {number} [value]
 * @property {[number, number][]} [points]
 * @property {[number, number, number]} [envelope] attack, decay and release, in seconds
 * @property {string} [waveform]
 */

/** The range and the neutral value of each control. */
export const controls = /** @type {Record<string, {low: number, high: number, name: string}>} */ ({
  HapticIntensityControl: { low: 0, high: 1, name: 'intensity ×' },
  HapticSharpnessControl: { low: -1, high: 1, name: 'sharpness +' },
  HapticAttackTimeControl: { low: -1, high: 1, name: 'attack +' },
  HapticDecayTimeControl: { low: -1, high: 1, name: 'decay +' },
  HapticReleaseTimeControl: { low: -1, high: 1, name: 'release +' },
  AudioVolumeControl: { low: 0, high: 1, name: 'volume ×' },
  AudioPanControl: { low: -1, high: 1, name: 'pan +' },
  AudioBrightnessControl: { low: 0, high: 1, name: 'brightness ×' },
  AudioPitchControl: { low: -1, high: 1, name: 'pitch +' },
  AudioAttackTimeControl: { low: -1, high: 1, name: 'audio attack +' },
  AudioDecayTimeControl: { low: -1, high: 1, name: 'audio decay +' },
  AudioReleaseTimeControl: { low: -1, high: 1, name: 'audio release +' },
});

/** The values of parameters that an event does not set; the engine's. */
const defaults = /** @type {Record<string, number>} */ ({
  HapticIntensity: 1, HapticSharpness: 0.5, AudioVolume: 1,
});

/**
 * @param {Row} row
 * @param {string} id
 * @returns {number} the value, clamped to 0...1
 */
export function parameter(row, id) {
  return Math.min(1, Math.max(0, row.parameters?.[id] ?? defaults[id] ?? 0));
}

/**
 * @param {Row} row
 * @returns {boolean} whether the row is an event
 */
export const isEvent = (row) => row.kind !== 'curve' && row.kind !== 'parameter';

/**
 * @param {Row} row
 * @returns {number} the time at which the row ends, in seconds
 */
export function end(row) {
  if (row.kind === 'curve') return row.time + Math.max(0, ...(row.points ?? []).map((p) => p[0]));
  return row.time + (row.duration ?? 0);
}

/**
 * The envelope of a vibration or tone: seconds after its start, and parts of its strength.
 * @param {Row} row
 * @returns {[number, number][]}
 */
export function envelope(row) {
  const hold = row.duration ?? 0;
  if (!row.envelope) return [[0, 0], [0, 1], [hold, 1], [hold, 0]];
  const [attack, decay, release] = row.envelope;
  const isSustained = (row.parameters?.Sustained ?? 1) > 0;
  const level = isSustained || hold < attack
    ? Math.min(1, hold / attack) : Math.max(0, 1 - (hold - attack) / decay);
  /** @type {[number, number][]} */
  const points = [[0, 0]];
  if (hold > attack) points.push([attack, 1]);
  if (!isSustained && hold > attack + decay) points.push([attack + decay, 0]);
  return [...points, [hold, level], [hold + release, 0]];
}

/**
 * @param {Row} row
 * @returns {string} the row for people and screen readers
 */
export function words(row) {
  const seconds = (/** @type {number} */ time) => `${+time.toFixed(4)} s`;
  if (row.kind === 'curve') {
    return `curve of ${controls[row.control ?? '']?.name ?? row.control}, from ${seconds(row.time)}, `
      + `${row.points?.length} points`;
  }
  if (row.kind === 'parameter') {
    return `${controls[row.control ?? '']?.name ?? row.control} ${row.value} at ${seconds(row.time)}`;
  }
  const duration = row.duration ? `, ${seconds(row.duration)} long` : '';
  const strength = row.kind === 'tone' || row.kind === 'sound'
    ? `volume ${+parameter(row, 'AudioVolume').toFixed(3)}`
    : `intensity ${+parameter(row, 'HapticIntensity').toFixed(3)}, `
      + `sharpness ${+parameter(row, 'HapticSharpness').toFixed(3)}`;
  return `${row.kind} at ${seconds(row.time)}${duration}, ${strength}`;
}

/**
 * A pattern file as the server last described it.
 *
 * Events: `change` when the entries have changed, `judgment` when the findings have, `sound` when the sound has.
 */
export class Pattern extends EventTarget {
  /**
   * The changes that were sent, one after the other.
   * @type {Promise<void>}
   */
  #changes = Promise.resolve();

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
    this.description = '';
    /** The rows that the last change inserted. */
    this.inserted = { at: 0, count: 0 };
    /** @type {{rate: number, frames: number, blockFrames: number, blocks: string[], course: string, peak: number, problems: string[], revision: number} | null} */
    this.sound = null;
    /** @type {Float32Array} */
    this.course = new Float32Array();
  }

  /** @param {any} state a `FileState` */
  apply(state) {
    const { at, removed, rows } = state.entries;
    this.rows.splice(at, removed, ...rows);
    this.inserted = { at, count: rows.length };
    this.revision = state.revision;
    this.seconds = state.seconds;
    this.undoLabel = state.undo;
    this.redoLabel = state.redo;
    this.problem = state.problem;
    this.dispatchEvent(new CustomEvent('change', { detail: { at, removed, added: rows.length } }));
  }

  /** @param {any} judgment a `Judgment` */
  judge(judgment) {
    this.lint = judgment.lint;
    this.description = judgment.description;
    this.dispatchEvent(new Event('judgment'));
  }

  /** @param {any} sound a `SoundState` */
  async applySound(sound) {
    this.sound = sound;
    const answer = await fetch(`sound/${sound.course}`);
    if (answer.ok && this.sound === sound) this.course = new Float32Array(await answer.arrayBuffer());
    this.dispatchEvent(new Event('sound'));
  }

  /**
   * Makes a change.
   * @param {string} label what people call it
   * @param {string[][]} edits the words of the operations of `haptic edit`
   * @param {{added?: string, joins?: boolean}} options a pattern that is added, and whether the change is undone
   *   together with the one before
   */
  edit(label, edits, options = {}) {
    return this.#afterOthers(() => this.connection.ask('edit', {
      file: this.file, revision: this.revision, label, edits, pattern: options.added,
      joins: options.joins ?? false,
    }));
  }

  /**
   * Sends a change after the state that the previous one has led to was shown.
   *
   * Otherwise it would refer to an old state, and be refused.
   * @param {() => Promise<any>} send
   */
  #afterOthers(send) {
    const change = this.#changes.then(async () => {
      const { revision } = await send();
      while (this.revision < revision) {
        await new Promise((resolve) => this.addEventListener('change', resolve, { once: true }));
      }
    });
    this.#changes = change.catch(() => {});
    return change;
  }

  undo() { return this.#afterOthers(() => this.connection.ask('undo', { file: this.file })); }

  redo() { return this.#afterOthers(() => this.connection.ask('redo', { file: this.file })); }

  fix() {
    return this.#afterOthers(() =>
      this.connection.ask('fix', { file: this.file, revision: this.revision }));
  }
}
