import { waiting } from '../waiting.js';
import { draftsOf } from './drafts.js';

/**
 * @typedef {{from: number, to: number, role: string, word: string}} Block a period of a lane
 * @typedef {{time: number, letter: string, tone: string}} Sign something that happens at a time
 * @typedef {{name: string, blocks: Block[], signs: Sign[]}} LaneRow as in `LaneRow`
 * @typedef {{tone: string, text: string, sign?: string}} KeyRow an entry of the legend, as in `KeyRow`
 * @typedef {{time: number, words: string, text?: string, line: number, isExpectation: boolean, failures: number[]}} Step
 *   as in `ScenarioStepRow`
 * @typedef {{line: number, isEditable: boolean, properties: {name: string, text: string}[]}} Setup the properties of an app,
 *   as in `AppSetupRow`
 * @typedef {{line: number, column: number, time: number, message: string, hint?: string}} Failure as in `FailureRow`
 */

/**
 * @typedef {object} ScenarioState a `PhoneState`
 * @property {string} file
 * @property {number} revision
 * @property {string} [undo]
 * @property {string} [redo]
 * @property {string} [problem]
 * @property {string} [text]
 * @property {{line: number, column: number, message: string}[]} errors
 * @property {string[]} scenarios
 * @property {number} number
 * @property {string[]} apps
 * @property {Setup[]} setups in the order of `apps`
 * @property {Step[]} steps
 * @property {number} seconds
 * @property {LaneRow[]} lanes
 * @property {KeyRow[]} keys
 * @property {string} description
 * @property {number} expectations
 * @property {Failure[]} failures
 * @property {Failure[]} advice
 */

/**
 * @typedef {object} Moment a `PhoneMoment`
 * @property {number} time
 * @property {{name: string, facts: {name: string, value: string, isMain: boolean}[]}[]} subjects
 * @property {{time: number, actor: string, text: string}[]} trace
 * @property {{time: number, text: string}[]} story
 * @property {string[]} explanation
 */

/** @type {ScenarioState} */
const empty = {
  file: '', revision: -1, errors: [], scenarios: [], number: 0, apps: [], setups: [], steps: [], seconds: 1, lanes: [], keys: [],
  description: '', expectations: 0, failures: [], advice: [],
};

/**
 * A scenario file as the server last described it.
 *
 * Events: `change` when the state has changed, `sound` when the sound has.
 */
export class ScenarioFile extends EventTarget {
  state = empty;
  /** @type {{rate: number, frames: number, blockFrames: number, blocks: string[], problems: string[], revision: number} | null} */
  sound = null;
  /**
   * The requests that were sent, one after the other.
   * @type {Promise<any>}
   */
  #requests = Promise.resolve();
  /**
   * Those who wait for a state of a revision.
   * @type {{revision: number, resolve: () => void}[]}
   */
  #waiting = [];

  /**
   * @param {string} file
   * @param {import('../connection.js').Connection} connection
   */
  constructor(file, connection) {
    super();
    this.file = file;
    this.connection = connection;
    this.drafts = draftsOf(file);
  }

  /** Follows the file from now on. */
  open() { return waiting.during(`opening ${this.file} …`, this.#ask('open')); }

  /** @param {ScenarioState} state */
  apply(state) {
    this.state = state;
    this.#release(state.revision);
    this.dispatchEvent(new Event('change'));
  }

  /** @param {any} sound a `SoundState` */
  applySound(sound) {
    this.sound = sound;
    this.dispatchEvent(new Event('sound'));
  }

  /** Waits for no state anymore, because the connection was closed. */
  lose() { this.#release(Infinity); }

  /** @param {number} revision */
  #release(revision) {
    const isReached = (/** @type {{revision: number}} */ one) => one.revision <= revision;
    for (const { resolve } of this.#waiting.filter(isReached)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isReached(one));
  }

  /**
   * @param {string} work
   * @param {Record<string, unknown>} [values]
   */
  #ask(work, values = {}) { return this.connection.ask('phone', { work, file: this.file, ...values }); }

  /**
   * Makes a change after the states of earlier changes were shown.
   * @param {string} work
   * @param {Record<string, unknown>} [values]
   * @param {number} [shown] the revision that the change refers to; the present one by default
   * @returns {Promise<number | undefined>} the index of the step that was inserted
   */
  change(work, values = {}, shown = undefined) {
    const change = this.#requests.then(async () => {
      const answer = await this.#ask(work, { revision: shown ?? this.state.revision, ...values });
      if (answer.revision > this.state.revision) {
        await new Promise((resolve) => {
          this.#waiting.push({ revision: answer.revision, resolve: () => resolve(undefined) });
        });
      }
      return answer.phone?.step;
    });
    this.#requests = change.catch(() => {});
    return waiting.during('saving …', change);
  }

  /** @param {number} number the index of the scenario that is shown from now on */
  choose(number) { return this.#ask('number', { number }); }

  /**
   * @param {number} time
   * @param {number | null} app the app that is explained
   * @returns {Promise<Moment>}
   */
  async moment(time, app) { return (await this.#ask('moment', { time, app: app ?? undefined })).phone.moment; }

  /**
   * @param {number} time
   * @returns {number} the index of the last step until a time; -1 without one
   */
  stepAt(time) {
    const { steps } = this.state;
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle].time <= time + 1e-9) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/**
 * @param {number} seconds
 * @returns {string} a time with as many digits as it has, at most microseconds
 */
export function timeText(seconds) { return `${+seconds.toFixed(6)} s`; }
