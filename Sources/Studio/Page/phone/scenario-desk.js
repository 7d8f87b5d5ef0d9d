import { element } from '../dom.js';
import './apps.js';
import './composer.js';
import './moment.js';
import './phone-lanes.js';
import './phone-text.js';
import './steps.js';

/** @typedef {import('./scenario.js').ScenarioFile} ScenarioFile */

/** The milliseconds that are heard at each place to which the cursor is dragged. Our choice: a syllable. */
const scrubbed = 150;

/** The parts of the page that show a scenario, and its changes. */
export class ScenarioDesk extends HTMLElement {
  /** @type {import('./phone-lanes.js').PhoneLanes} */
  lanes = element('haptic-phone-lanes');
  /** @type {import('./steps.js').StepList} */
  steps = element('haptic-steps');
  /** @type {import('./apps.js').AppList} */
  apps = element('haptic-apps');
  /** @type {import('./composer.js').Composer} */
  composer = element('haptic-composer');
  /** @type {import('./moment.js').MomentPanel} */
  moment = element('haptic-moment', { role: 'complementary', 'aria-label': 'phone at the cursor' });
  /** @type {import('./phone-text.js').ScenarioTextBox} */
  text = element('haptic-scenario-text');
  /** @type {ScenarioFile | null} */
  scenario = null;
  /** The last failure to which somebody went. */
  failure = -1;
  /** Whether the facts at the cursor are requested, and whether they are requested again afterwards. */
  #asks = { now: false, again: false };
  #scrubbing = 0;

  /** @param {import('../player/player.js').Player} player */
  constructor(player) {
    super();
    this.player = player;
    this.lanes.player = player;
    player.addEventListener('change', () => this.lanes.draw());
  }

  connectedCallback() {
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    this.lanes.addEventListener('scrub', () => this.#scrub());
    this.lanes.addEventListener('release', () => this.player.stop());
    this.lanes.addEventListener('hint', (event) => this.tell('hint', detail(event)));
    this.steps.addEventListener('choose', (event) => {
      this.lanes.cursor = this.scenario?.state.steps[detail(event)]?.time ?? 0;
      this.steps.choose(detail(event));
    });
    this.steps.addEventListener('edit', (event) => this.#replace(detail(event)));
    this.steps.addEventListener('delete', (event) => this.removeStep(detail(event)));
    for (const list of [this.steps, this.apps]) list.addEventListener('text', (event) => this.text.focusLine(detail(event)));
    this.apps.change = async (work, values) => {
      let refusal = '';
      await this.attempt(async () => this.scenario?.change(work, values), (reason) => { refusal = reason; });
      return refusal;
    };
    this.moment.addEventListener('edit', () => this.editApp());
    this.composer.addEventListener('insert', (event) => this.#insert('insert', { text: detail(event) }));
    this.moment.addEventListener('expect', (event) => this.#insert('expect', detail(event)));
    for (const one of [this.steps, this.text]) one.addEventListener('draft', () => this.tell('change'));
    this.text.addEventListener('write', (event) => this.#write(detail(event)));
  }

  /** @param {ScenarioFile | null} scenario the scenario that is shown from now on */
  use(scenario) { this.scenario = scenario; }

  /** The name of the app that is chosen. */
  get appName() { return this.scenario?.state.apps[this.lanes.app ?? -1]; }

  /** Whether the scenario is shown. */
  get showsScenario() { return !this.hidden; }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /**
   * Does something that the server may refuse.
   * @template Value
   * @param {() => Promise<Value>} work
   * @param {(reason: string) => void} [refused] is told the reason
   * @returns {Promise<Value | undefined>}
   */
  async attempt(work, refused = () => {}) {
    try {
      const value = await work();
      this.tell('accepted');
      return value;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      refused(message);
      this.tell('refused', message);
      return undefined;
    }
  }

  /** Asks for the facts at the cursor, one request after the other. */
  async explain() {
    this.#asks.again = true;
    if (this.#asks.now) return;
    this.#asks.now = true;
    while (this.#asks.again) {
      this.#asks.again = false;
      const { scenario } = this;
      if (!scenario || !this.showsScenario || scenario.state.scenarios.length === 0) continue;
      const app = this.appName;
      const moment = await scenario.moment(this.lanes.cursor, this.lanes.app).catch(() => null);
      if (moment && scenario === this.scenario && this.showsScenario) this.moment.show(moment, app);
    }
    this.#asks.now = false;
  }

  /**
   * @param {'undo' | 'redo'} work
   * @returns {Promise<unknown>}
   */
  change(work) { return this.attempt(async () => this.scenario?.change(work)); }

  /**
   * Inserts a step at the cursor.
   * @param {'insert' | 'expect'} work
   * @param {Record<string, unknown>} values
   */
  async #insert(work, values) {
    const time = this.lanes.cursor;
    const step = await this.attempt(async () => this.scenario?.change(work, { time, ...values }));
    // Somebody may have moved the cursor in the meantime.
    if (step === undefined || this.lanes.cursor !== time) return;
    this.lanes.cursor = this.scenario?.state.steps[step]?.time ?? time;
    this.steps.choose(step);
  }

  /** @param {{step: number, text: string}} values */
  async #replace(values) {
    const isDone = await this.attempt(async () => {
      await this.scenario?.change('replace', values, this.steps.revision);
      return true;
    });
    if (!isDone) return;
    this.steps.close();
    // The step may have another time now.
    this.lanes.cursor = this.scenario?.state.steps[values.step]?.time ?? this.lanes.cursor;
    this.steps.choose(values.step);
  }

  /** Moves the keyboard to the properties of the chosen app. */
  editApp() { this.apps.edit(this.appName); }

  /** @param {number} step */
  async removeStep(step) {
    if (step < 0) return;
    const { drafts } = this.scenario ?? {};
    const draft = drafts?.steps.find((one) => one.step === step);
    await this.attempt(async () => {
      await this.scenario?.change('remove', { step }, this.steps.revision);
      if (drafts) drafts.steps = drafts.steps.filter((one) => one !== draft);
    });
  }

  /** @param {string} text */
  async #write(text) {
    await this.attempt(async () => {
      await this.scenario?.change('text', { text }, this.text.revision);
      this.text.accept(text);
      if (this.scenario) this.text.show(this.scenario);
    });
  }

  /** @param {number} number the index of the scenario of the file that is shown from now on */
  choose(number) { return this.attempt(async () => this.scenario?.choose(number)); }

  /** Moves the cursor to the next failure, or the keyboard to the first problem of the text. */
  nextFailure() {
    const state = this.scenario?.state;
    if (!state) return;
    if (state.errors.length > 0) this.text.focusLine(state.errors[0].line);
    if (state.failures.length === 0) return;
    this.failure = (this.failure + 1) % state.failures.length;
    const step = state.steps.findIndex(({ failures }) => failures.includes(this.failure));
    this.lanes.cursor = state.failures[this.failure].time;
    if (step >= 0) this.steps.choose(step);
  }

  // MARK: Hearing

  toggle() {
    if (this.player.isPlaying) this.player.stop();
    else this.player.play(this.lanes.cursor);
  }

  /** Plays a moment at the cursor. */
  #scrub() {
    clearTimeout(this.#scrubbing);
    this.player.play(this.lanes.cursor);
    this.#scrubbing = setTimeout(() => this.player.stop(), scrubbed);
  }
}
