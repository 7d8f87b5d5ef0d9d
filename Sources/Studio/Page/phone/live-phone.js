import { LivePlayer } from './live-player.js';

/** @typedef {import('./live.js').Picture} Picture */

/** The milliseconds between two signs to the server that the live phone is heard. Our choice: the server waits 5 s. */
const hearing = 1000;

/** A live phone on the server, and its sound. */
export class LivePhone {
  player = new LivePlayer();
  isOn = false;
  /**
   * The phone at present; nil until it is known.
   * @type {Picture | null}
   */
  picture = null;
  /**
   * The index of the app that acts; nil for none.
   * @type {number | null}
   */
  app = null;
  #hearing = 0;

  /** @param {import('../connection.js').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    connection.addEventListener('samples', (event) => this.player.take(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * @param {string} work
   * @param {Record<string, unknown>} [values]
   */
  async #ask(work, values = {}) { return (await this.connection.ask('phone', { work, app: this.app ?? undefined, ...values })).phone; }

  /**
   * Starts a phone.
   * @param {string} file the scenario with which it begins; empty for the default phone
   */
  async start(file) {
    await this.#ask('live', { file });
    [this.isOn, this.picture] = [true, null];
    clearInterval(this.#hearing);
    this.#hearing = setInterval(() => this.hear(), hearing);
    this.player.start();
  }

  /** Tells the server that the phone is heard, and which app is explained. */
  hear() { this.#ask('hear').catch(() => {}); }

  /**
   * @param {string} id the name of an action
   * @returns {Promise<{effect: string, isProblem: boolean}>} what has happened
   */
  press(id) { return this.#ask('press', { text: id }); }

  /**
   * Ends the phone, and saves what has happened.
   * @param {string} name the name of the new scenario; empty for a free one
   * @returns {Promise<string>} the file
   */
  async save(name) {
    const { file } = await this.#ask('save', { text: name });
    this.end();
    return file ?? '';
  }

  /** Ends the phone without saving. */
  async stop() {
    await this.#ask('stop');
    this.end();
  }

  /**
   * Ends the phone before something else is shown.
   * @returns {Promise<string>} the file in which it was saved; empty if nothing was done with it
   */
  async leave() {
    if (!this.isOn) return '';
    const isUsed = (this.picture?.presses ?? 0) > 0;
    const answer = await this.#ask(isUsed ? 'save' : 'stop').catch(() => null);
    this.end();
    return answer?.file ?? '';
  }

  /** Notes that the phone has ended. */
  end() {
    clearInterval(this.#hearing);
    this.player.stop();
    [this.isOn, this.picture] = [false, null];
  }
}
