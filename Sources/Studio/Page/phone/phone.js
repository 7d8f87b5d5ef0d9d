import { element } from '../dom.js';
import { keysDialogOf } from '../panels/keys-dialog.js';
import './live.js';
import { LivePhone } from './live-phone.js';
import { keysOfLive, scenarioKeys, textKeys } from './phone-keys.js';
import { PhoneToolbar } from './phone-toolbar.js';
import { ScenarioFile } from './scenario.js';
import { ScenarioDesk } from './scenario-desk.js';

/**
 * Scenarios and live phones, in place of the timeline.
 *
 * Events: `change` when another thing is shown or its state has changed, `refused` with a reason, `accepted` when a change
 * was made, `mended` with a pattern file whose text is valid now, `saved` with the name of a new scenario, `hint` with a text, `manage` with what the library does with the file.
 */
export class PhonePage extends ScenarioDesk {
  /** @type {import('./live.js').LivePanel} */
  live = element('haptic-live');
  /** @type {import('./live.js').Action[]} */
  #actions = [];
  /** @type {LivePhone} */
  #phone;
  #edit = element('div', { className: 'phone-edit' },
    element('section', { 'aria-label': 'steps' }, element('h2', {}, 'Steps'), this.steps),
    element('section', { 'aria-label': 'apps and new step' }, element('h2', {}, 'Apps'), this.apps, this.composer, this.text));
  /** The number of actions of the live phone when somebody was warned that they are not saved. */
  #warned = 0;
  /** Ends listening to the scenario that is shown. */
  #shown = new AbortController();
  #dialog = keysDialogOf(scenarioKeys);
  /** Whether the cursor and the whole time are shown when the scenario is known. */
  #isNew = false;
  /** Whether the live phone was started from a pattern, which is shown again afterwards. */
  #isFromPattern = false;

  /**
   * @param {import('../connection.js').Connection} connection
   * @param {import('../player/player.js').Player} player
   */
  constructor(connection, player) {
    super(player);
    this.connection = connection;
    this.toolbar = new PhoneToolbar(this);
    this.#phone = new LivePhone(connection);
  }

  connectedCallback() {
    super.connectedCallback();
    this.append(element('div', { className: 'phone-center' }, this.lanes, this.live, this.#edit), this.moment, this.#dialog);
    this.toolbar.watch();
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    this.lanes.addEventListener('cursor', () => this.#moved());
    this.lanes.addEventListener('app', () => this.#chose());
    this.moment.addEventListener('time', (event) => { if (!this.isLive) this.lanes.cursor = detail(event); });
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

  /** Whether the text of a pattern file is shown, which is not valid. */
  get isText() { return /\.ahap$/i.test(this.file); }

  /** The file of the scenario that is shown; empty for a live phone. */
  get file() { return this.isLive ? '' : this.scenario?.file ?? ''; }

  /** What can be done at present, in a line. */
  get hint() {
    if (this.isText) return 'Ctrl+Enter: save the text   R: the first problem   T: the text   Ctrl+Z: undo   ?: all keys';
    return this.isLive ? 'the keys of the buttons   1 to 9: another app   E: why   W: stop and save   ?: all keys'
      : 'click a state: why   drag: scrub   Space: play   S: steps   P: properties   N: new step   A: expect a fact   ?: all keys';
  }

  /** What is wrong at present. */
  get problems() {
    if (this.isLive) return [];
    return [this.scenario?.state.problem, ...(this.scenario?.sound?.problems ?? [])];
  }

  get keys() { return this.isLive ? keysOfLive(this.#actions) : this.isText ? textKeys : scenarioKeys; }

  /** @param {number} gain the factor of the samples */
  set gain(gain) { [this.player.gain, this.livePlayer.gain] = [gain, gain]; }

  /** The name of the app that is chosen. */
  get appName() { return this.isLive ? this.picture?.apps[this.lanes.app ?? -1] : super.appName; }

  get showsScenario() { return super.showsScenario && !this.isLive; }

  async #loadTables() {
    if (this.#actions.length > 0) return;
    const { verbs, actions, properties } = (await this.connection.ask('phone', { work: 'tables' })).phone;
    this.#actions = actions;
    this.live.actions = actions;
    this.composer.verbs = verbs;
    this.apps.properties = properties;
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
    this.use(scenario);
    if (!await this.attempt(() => scenario.open().then(() => true))) {
      this.use(before);
      return false;
    }
    if (scenario !== before) this.#begin(scenario);
    else if (this.hidden) this.lanes.fit();
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
    [this.failure, this.#isNew] = [-1, true];
    this.moment.clear();
    scenario.addEventListener('change', () => this.#show(), { signal });
    scenario.addEventListener('sound', () => {
      if (this.showsScenario) this.player.use(scenario);
      this.tell('change');
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
    this.classList.toggle('text-only', this.isText);
    if (this.isText && !this.hidden && scenario && scenario.state.revision >= 0 && scenario.state.errors.length === 0) {
      this.tell('mended', this.file);
    }
    this.#edit.hidden = this.isLive;
    this.moment.canExpect = !this.isLive;
    if (scenario && !this.isLive && scenario.state.revision >= 0) {
      this.lanes.show(scenario.state);
      if (this.#isNew) this.lanes.start();
      this.#isNew = false;
      this.steps.show(scenario);
      this.apps.show(scenario);
      this.composer.apps = scenario.state.apps;
      this.text.show(scenario);
      if (scenario.state.errors.length > 0) this.moment.clear();
      this.#moved();
    }
    this.toolbar.show(this.connection.isOpen);
    this.tell('change');
  }

  #moved() {
    this.toolbar.showCursor();
    this.composer.time = this.lanes.cursor;
    const { scenario } = this;
    if (!scenario || this.isLive) return;
    const { steps } = scenario.state;
    // Of several steps at a time, the chosen one remains chosen.
    if (steps[this.steps.chosen]?.time !== this.lanes.cursor) this.steps.choose(scenario.stepAt(this.lanes.cursor), false);
    this.explain();
  }

  #chose() {
    this.composer.app = this.appName;
    this.#phone.app = this.lanes.app;
    if (this.isLive) this.#phone.hear();
    else this.explain();
  }

  // MARK: The live phone

  /**
   * Starts a live phone.
   * @param {string} file the scenario with which it begins; empty for the default phone
   * @param {boolean} [isFromPattern] whether a pattern is shown again afterwards
   */
  async startLive(file, isFromPattern = false) {
    this.#isFromPattern = isFromPattern;
    await this.#loadTables();
    this.player.stop();
    if (!await this.attempt(() => this.#phone.start(file).then(() => true))) return;
    this.moment.clear();
    this.live.begin();
    this.#warned = 0;
    this.#show();
    this.focusGrid();
  }

  /** @param {import('./live.js').Picture} picture */
  #showLive(picture) {
    this.#phone.picture = picture;
    this.lanes.showLive(picture);
    if (this.#phone.app !== this.lanes.app) this.#chose();
    this.live.show(picture, this.appName);
    if (picture.moment) this.moment.show(picture.moment, this.appName);
    this.toolbar.show(this.connection.isOpen);
  }

  /** @param {string} id the name of an action */
  async press(id) {
    const answer = await this.attempt(() => this.#phone.press(id));
    if (answer) this.live.tell(answer.effect, answer.isProblem);
  }

  /** @param {string} name the name of the new scenario; empty for a free one */
  async #save(name) {
    const file = await this.attempt(() => this.#phone.save(name));
    if (file) this.tell('saved', file);
  }

  /** Ends the live phone without saving; if something was done with it, only the second time. */
  async stopLive() {
    const presses = this.picture?.presses ?? 0;
    if (presses > this.#warned) {
      this.#warned = presses;
      this.live.tell('What has happened is not saved: press W to save it, or Q again to stop without saving.', true);
      return;
    }
    await this.attempt(() => this.#phone.stop());
    await this.#showScenario();
  }

  /** Shows the scenario or pattern again that was shown before the live phone. */
  async #showScenario() {
    this.#phone.end();
    if (this.scenario && !this.#isFromPattern) await this.open(this.scenario.file);
    else this.tell('left');
  }

  /**
   * Ends the live phone before another file is shown.
   * @returns {Promise<string>} the file in which it was saved; empty if nothing was done with it
   */
  leave() { return this.#phone.leave(); }

  // MARK: The keyboard

  focusGrid() {
    if (this.isText) this.text.focusSummary();
    else this.lanes.focusSlider();
  }

  focusSteps() { this.steps.focusStep(); }

  /** @param {'find' | 'rename' | 'duplicate' | 'delete'} work what the library does */
  manage(work) { this.tell('manage', work); }

  /** Lists the keys. */
  help() {
    const dialog = keysDialogOf(this.keys);
    this.#dialog.replaceWith(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }
}

customElements.define('haptic-phone', PhonePage);
