import { element } from '../dom.js';
import { keysDialogOf } from '../panels/keys-dialog.js';
import './composer.js';
import './live.js';
import { LivePhone } from './live-phone.js';
import './moment.js';
import { keysOfLive, scenarioKeys } from './phone-keys.js';
import './phone-lanes.js';
import './phone-text.js';
import { PhoneToolbar } from './phone-toolbar.js';
import { ScenarioFile } from './scenario.js';
import './steps.js';

/** The milliseconds that are heard at each place to which the cursor is dragged. Our choice: a syllable. */
const scrubbed = 150;

/**
 * Scenarios and live phones, in place of the timeline.
 *
 * Events: `change` when another thing is shown or its state has changed, `refused` with a reason, `accepted` when a change
 * was made, `saved` with the name of a new scenario, `hint` with a text, `find` when somebody wants to search files.
 */
export class PhonePage extends HTMLElement {
  /** @type {import('./phone-lanes.js').PhoneLanes} */
  lanes = element('haptic-phone-lanes');
  /** @type {import('./steps.js').StepList} */
  steps = element('haptic-steps');
  /** @type {import('./composer.js').Composer} */
  composer = element('haptic-composer');
  /** @type {import('./moment.js').MomentPanel} */
  moment = element('haptic-moment', { role: 'complementary', 'aria-label': 'phone at the cursor' });
  /** @type {import('./phone-text.js').ScenarioTextBox} */
  text = element('haptic-scenario-text');
  /** @type {import('./live.js').LivePanel} */
  live = element('haptic-live');
  /** @type {ScenarioFile | null} */
  scenario = null;
  /** @type {import('./live.js').Action[]} */
  #actions = [];
  /** @type {LivePhone} */
  #phone;
  #edit = element('div', { className: 'phone-edit' },
    element('section', { 'aria-label': 'steps' }, element('h2', {}, 'Steps'), this.steps),
    element('section', { 'aria-label': 'new step' }, this.composer, this.text));
  /** Ends listening to the scenario that is shown. */
  #shown = new AbortController();
  /** Whether the facts at the cursor are requested, and whether they are requested again afterwards. */
  #asks = { now: false, again: false };
  #scrubbing = 0;
  #dialog = keysDialogOf(scenarioKeys);
  /** The last failure to which somebody went. */
  #failure = -1;

  /**
   * @param {import('../connection.js').Connection} connection
   * @param {import('../player/player.js').Player} player
   */
  constructor(connection, player) {
    super();
    this.connection = connection;
    this.player = player;
    this.lanes.player = player;
    this.toolbar = new PhoneToolbar(this);
    this.#phone = new LivePhone(connection);
    player.addEventListener('change', () => { if (!this.hidden) this.#show(); });
  }

  connectedCallback() {
    this.append(element('div', { className: 'phone-center' }, this.lanes, this.live, this.#edit), this.moment, this.#dialog);
    this.toolbar.watch();
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    this.lanes.addEventListener('cursor', () => this.#moved());
    this.lanes.addEventListener('app', () => this.#chose());
    this.lanes.addEventListener('scrub', () => this.#scrub());
    this.lanes.addEventListener('release', () => this.player.stop());
    this.lanes.addEventListener('hint', (event) => this.#tell('hint', detail(event)));
    this.steps.addEventListener('choose', (event) => {
      this.lanes.cursor = this.scenario?.state.steps[detail(event)]?.time ?? 0;
      this.steps.choose(detail(event));
    });
    this.steps.addEventListener('edit', (event) => this.#replace(detail(event)));
    this.steps.addEventListener('delete', (event) => this.removeStep(detail(event)));
    this.steps.addEventListener('text', (event) => this.text.focusLine(detail(event)));
    this.composer.addEventListener('insert', (event) => this.#insert('insert', { text: detail(event) }));
    this.moment.addEventListener('expect', (event) => this.#insert('expect', detail(event)));
    this.moment.addEventListener('time', (event) => { if (!this.isLive) this.lanes.cursor = detail(event); });
    this.text.addEventListener('write', (event) => this.#write(detail(event)));
    this.live.addEventListener('press', (event) => this.press(detail(event)));
    this.live.addEventListener('save', (event) => this.#save(detail(event)));
    this.live.addEventListener('stop', () => this.stopLive());
  }

  /** Whether a live phone is shown. */
  get isLive() { return this.#phone.isOn; }

  /** The live phone at present; nil without one. */
  get picture() { return this.#phone.picture; }

  /** The player of the live phone. */
  get livePlayer() { return this.#phone.player; }

  /** The file of the scenario that is shown; empty for a live phone. */
  get file() { return this.isLive ? '' : this.scenario?.file ?? ''; }

  /** What can be done at present, in a line. */
  get hint() {
    return this.isLive ? 'the keys of the buttons   1 to 9: another app   E: why   W: stop and save   ?: all keys'
      : 'click a state: why   drag: scrub   Space: play   S: steps   N: new step   A: expect a fact   ?: all keys';
  }

  /** What is wrong at present. */
  get problems() {
    if (this.isLive) return [];
    return [this.scenario?.state.problem, ...(this.scenario?.sound?.problems ?? [])];
  }

  get keys() { return this.isLive ? keysOfLive(this.#actions) : scenarioKeys; }

  /** @param {number} gain the factor of the samples */
  set gain(gain) { [this.player.gain, this.livePlayer.gain] = [gain, gain]; }

  /** The name of the app that is chosen. */
  get #appName() {
    const apps = this.isLive ? this.picture?.apps : this.scenario?.state.apps;
    return apps?.[this.lanes.app ?? -1];
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /**
   * Does something that the server may refuse.
   * @template Value
   * @param {() => Promise<Value>} work
   * @returns {Promise<Value | undefined>}
   */
  async #attempt(work) {
    try {
      const value = await work();
      this.#tell('accepted');
      return value;
    } catch (error) {
      this.#tell('refused', /** @type {Error} */ (error).message);
      return undefined;
    }
  }

  async #loadTables() {
    if (this.#actions.length > 0) return;
    const { verbs, actions } = (await this.connection.ask('phone', { work: 'tables' })).phone;
    this.#actions = actions;
    this.live.actions = actions;
    this.composer.verbs = verbs;
  }

  // MARK: Scenarios

  /**
   * Shows a scenario file.
   * @param {string} file
   * @returns {Promise<boolean>} whether it could be opened
   */
  async open(file) {
    await this.#loadTables();
    const scenario = this.scenario?.file === file ? this.scenario : new ScenarioFile(file, this.connection);
    const before = this.scenario;
    this.scenario = scenario;
    if (!await this.#attempt(() => scenario.open().then(() => true))) {
      this.scenario = before;
      return false;
    }
    if (scenario !== before) this.#begin(scenario);
    this.player.loop = null;
    this.player.use(scenario);
    this.#show();
    return true;
  }

  /** @param {ScenarioFile} scenario */
  #begin(scenario) {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.#failure = -1;
    this.moment.clear();
    scenario.addEventListener('change', () => this.#show(), { signal });
    scenario.addEventListener('change', () => {
      this.lanes.fit();
      this.lanes.cursor = 0;
    }, { signal, once: true });
    scenario.addEventListener('sound', () => {
      if (!this.hidden && !this.isLive) this.player.use(scenario);
      this.#tell('change');
    }, { signal });
  }

  /**
   * Takes news of the server.
   * @param {any} news a `PhoneAnswer`
   */
  receive({ state, sound, picture }) {
    if (state?.file === this.scenario?.file) this.scenario?.apply(state);
    if (sound?.file === this.scenario?.file) this.scenario?.applySound(sound);
    if (picture && this.isLive) this.#showLive(picture);
  }

  /** Follows the scenario again after the connection was lost. */
  async reopen() {
    if (this.hidden) return;
    if (this.isLive) await this.#showScenario();
    else if (this.scenario) await this.open(this.scenario.file);
  }

  /** Waits for nothing anymore, because the connection was closed. */
  lose() { this.scenario?.lose(); }

  #show() {
    const { scenario } = this;
    this.live.hidden = !this.isLive;
    this.#edit.hidden = this.isLive;
    this.moment.canExpect = !this.isLive;
    if (scenario && !this.isLive && scenario.state.revision >= 0) {
      this.lanes.show(scenario.state);
      this.steps.show(scenario);
      this.composer.apps = scenario.state.apps;
      this.text.show(scenario);
      if (scenario.state.errors.length > 0) this.moment.clear();
      this.#moved();
    }
    this.toolbar.show(this.connection.isOpen);
    this.#tell('change');
  }

  #moved() {
    this.toolbar.showCursor();
    this.composer.time = this.lanes.cursor;
    const { scenario } = this;
    if (!scenario || this.isLive) return;
    const { steps } = scenario.state;
    // Of several steps at a time, the chosen one remains chosen.
    if (steps[this.steps.chosen]?.time !== this.lanes.cursor) this.steps.choose(scenario.stepAt(this.lanes.cursor), false);
    this.#explain();
  }

  #chose() {
    this.composer.app = this.#appName;
    this.#phone.app = this.lanes.app;
    if (this.isLive) this.#phone.hear();
    else this.#explain();
  }

  /** Asks for the facts at the cursor, one request after the other. */
  async #explain() {
    this.#asks.again = true;
    if (this.#asks.now) return;
    this.#asks.now = true;
    while (this.#asks.again) {
      this.#asks.again = false;
      const { scenario } = this;
      if (!scenario || this.isLive || scenario.state.scenarios.length === 0) continue;
      const app = this.#appName;
      const moment = await scenario.moment(this.lanes.cursor, this.lanes.app).catch(() => null);
      if (moment && scenario === this.scenario && !this.isLive) this.moment.show(moment, app);
    }
    this.#asks.now = false;
  }

  /**
   * @param {'undo' | 'redo'} work
   * @returns {Promise<unknown>}
   */
  change(work) { return this.#attempt(async () => this.scenario?.change(work)); }

  /**
   * Inserts a step at the cursor.
   * @param {'insert' | 'expect'} work
   * @param {Record<string, unknown>} values
   */
  async #insert(work, values) {
    const time = this.lanes.cursor;
    const step = await this.#attempt(async () => this.scenario?.change(work, { time, ...values }));
    // Somebody may have moved the cursor in the meantime.
    if (step === undefined || this.lanes.cursor !== time) return;
    this.lanes.cursor = this.scenario?.state.steps[step]?.time ?? time;
    this.steps.choose(step);
  }

  /** @param {{step: number, text: string}} values */
  async #replace(values) {
    const isDone = await this.#attempt(async () => {
      await this.scenario?.change('replace', values, this.steps.revision);
      return true;
    });
    if (isDone) this.steps.close();
  }

  /** @param {number} step */
  async removeStep(step) {
    if (step < 0) return;
    await this.#attempt(async () => this.scenario?.change('remove', { step }, this.steps.revision));
  }

  /** @param {string} text */
  async #write(text) {
    await this.#attempt(async () => {
      await this.scenario?.change('text', { text }, this.text.revision);
      this.text.accept();
      this.#show();
    });
  }

  /** @param {number} number the index of the scenario of the file that is shown from now on */
  choose(number) { return this.#attempt(async () => this.scenario?.choose(number)); }

  /** Moves the cursor to the next failure, or the keyboard to the first problem of the text. */
  nextFailure() {
    const state = this.scenario?.state;
    if (!state) return;
    if (state.errors.length > 0) this.text.focusLine(state.errors[0].line);
    if (state.failures.length === 0) return;
    this.#failure = (this.#failure + 1) % state.failures.length;
    const step = state.steps.findIndex(({ failures }) => failures.includes(this.#failure));
    this.lanes.cursor = state.failures[this.#failure].time;
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

  // MARK: The live phone

  /**
   * Starts a live phone.
   * @param {string} file the scenario with which it begins; empty for the default phone
   */
  async startLive(file) {
    await this.#loadTables();
    this.player.stop();
    if (!await this.#attempt(() => this.#phone.start(file).then(() => true))) return;
    this.moment.clear();
    this.live.begin();
    this.#show();
    this.focusGrid();
  }

  /** @param {import('./live.js').Picture} picture */
  #showLive(picture) {
    this.#phone.picture = picture;
    this.lanes.showLive(picture);
    if (this.#phone.app !== this.lanes.app) this.#chose();
    this.live.show(picture, this.#appName);
    if (picture.moment) this.moment.show(picture.moment, this.#appName);
    this.toolbar.show(this.connection.isOpen);
  }

  /** @param {string} id the name of an action */
  async press(id) {
    const answer = await this.#attempt(() => this.#phone.press(id));
    if (answer) this.live.tell(answer.effect, answer.isProblem);
  }

  /** @param {string} name the name of the new scenario; empty for a free one */
  async #save(name) {
    const file = await this.#attempt(() => this.#phone.save(name));
    if (file) this.#tell('saved', file);
  }

  async stopLive() {
    await this.#attempt(() => this.#phone.stop());
    await this.#showScenario();
  }

  /** Shows the scenario again that was shown before the live phone. */
  async #showScenario() {
    this.#phone.end();
    if (this.scenario) await this.open(this.scenario.file);
    else this.#tell('left');
  }

  /**
   * Ends the live phone before another file is shown.
   * @returns {Promise<string>} the file in which it was saved; empty if nothing was done with it
   */
  leave() { return this.#phone.leave(); }

  // MARK: The keyboard

  focusGrid() { this.lanes.focusSlider(); }

  focusSteps() { this.steps.focusStep(); }

  find() { this.#tell('find'); }

  /** Lists the keys. */
  help() {
    const dialog = keysDialogOf(this.keys);
    this.#dialog.replaceWith(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }
}

customElements.define('haptic-phone', PhonePage);
