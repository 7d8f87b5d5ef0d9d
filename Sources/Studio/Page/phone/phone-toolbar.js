import { element } from '../dom.js';
import { LevelMeter } from '../player/meter.js';
import { waiting } from '../waiting.js';
import { isWritten } from './drafts.js';

/** @typedef {import('./phone.js').PhonePage} PhonePage */

/** The buttons above a scenario or a live phone. */
export class PhoneToolbar {
  #title = element('h1', {});
  #status = element('span', { className: 'status', role: 'status' });
  #meter = new LevelMeter();
  #number = element('select', { 'aria-label': 'scenario', title: 'the scenario of the file' });
  #cursor = element('input', {
    type: 'number', min: 0, step: 'any', className: 'phone-time', 'aria-label': 'cursor, s', title: 'the time of the cursor in seconds',
  });
  #gain = element('input', {
    type: 'range', min: -30, max: 12, step: 1, value: 0, 'aria-label': 'volume, dB', title: 'volume, dB',
  });
  #verdict = element('button', { className: 'verdict' });
  /** Whether the meter shows the level of a live phone. */
  #isLive = false;

  /** @param {PhonePage} page */
  constructor(page) {
    this.page = page;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {string} */ keys, /** @type {() => void} */ run) =>
      element('button', { title: `${label} (${keys})`, 'aria-label': label, onclick: run }, text);
    this.undo = button('↶', 'undo', 'Ctrl+Z', () => page.change('undo'));
    this.redo = button('↷', 'redo', 'Ctrl+Y', () => page.change('redo'));
    this.play = button('▶', 'play', 'Space', () => page.toggle());
    this.start = element('button', { title: 'a live phone that begins with this scenario (L)', onclick: () => page.startLive(page.file) },
      'Live from here');
    this.#verdict.onclick = () => page.nextFailure();
    this.#cursor.onchange = () => { page.lanes.cursor = Number(this.#cursor.value) || 0; };
    this.#number.onchange = () => page.choose(this.#number.selectedIndex);
    this.#gain.oninput = () => { page.gain = 10 ** (this.#gain.value / 20); };
    this.element = element('header', {}, this.#title, this.#status, this.#number, this.undo, this.redo, this.play,
      this.#cursor, this.#verdict, this.start, this.#gain, this.#meter.element, button('?', 'keys', '?', () => page.help()));
  }

  /** Shows the volume of the player that patterns are also heard with, and the level of the player that is heard. */
  watch() {
    const { page } = this;
    const { player } = page;
    for (const one of [player, page.livePlayer]) {
      one.addEventListener('level', (event) => {
        if ((one === player) !== page.isLive) this.#meter.show(/** @type {CustomEvent} */ (event).detail);
      });
    }
    this.#gain.value = `${Math.round(20 * Math.log10(player.gain))}`;
  }

  /** Shows the time of the cursor. */
  showCursor() { this.#cursor.value = `${this.page.lanes.cursor}`; }

  /** @param {boolean} isConnected */
  show(isConnected) {
    const { page } = this;
    const { scenario, picture, isLive } = page;
    const state = scenario?.state;
    if (isLive !== this.#isLive) this.#meter.reset();
    this.#isLive = isLive;
    const title = isLive ? `● ${picture?.title ?? 'live phone'}` : page.file;
    if (this.#title.textContent !== title) this.#title.textContent = title;
    const time = picture ? `${picture.time.toFixed(1)} s` : 'starting';
    this.#status.textContent = !isConnected ? '● not connected' : isLive ? time : waiting.words ? `● ${waiting.words}`
      : (state?.revision ?? -1) < 0 ? '● opening …' : state?.problem ? '● not saved'
      : scenario && isWritten(scenario.drafts) ? '● text not saved' : '● saved';
    // A time that changes all the time is not read aloud.
    this.#status.setAttribute('aria-live', isLive ? 'off' : 'polite');
    for (const part of [this.undo, this.redo, this.#verdict]) part.hidden = isLive;
    for (const part of [this.play, this.#cursor, this.start]) part.hidden = isLive || page.isText;
    this.#number.hidden = isLive || (state?.scenarios.length ?? 0) < 2;
    if (!state || isLive) return;
    this.#showNumber(state);
    this.undo.disabled = state.undo === undefined;
    this.redo.disabled = state.redo === undefined;
    this.undo.title = state.undo === undefined ? 'nothing to undo' : `undo ${state.undo} (Ctrl+Z)`;
    this.redo.title = state.redo === undefined ? 'nothing to redo' : `redo ${state.redo} (Ctrl+Y)`;
    this.play.textContent = page.player.isPlaying ? '■' : '▶';
    this.play.setAttribute('aria-label', page.player.isPlaying ? 'stop' : 'play');
    this.start.disabled = state.errors.length > 0;
    this.#showVerdict(state);
  }

  /** @param {import('./scenario.js').ScenarioState} state */
  #showNumber({ scenarios, number }) {
    const shown = [...this.#number.options].map(({ text }) => text);
    if (JSON.stringify(shown) !== JSON.stringify(scenarios)) {
      this.#number.replaceChildren(...scenarios.map((name) => element('option', {}, name)));
    }
    this.#number.selectedIndex = number;
  }

  /** @param {import('./scenario.js').ScenarioState} state */
  #showVerdict({ errors, expectations, failures }) {
    const count = failures.length;
    const text = errors.length > 0 ? `${errors.length} problem${errors.length > 1 ? 's' : ''} of the text`
      : count > 0 ? `✗ ${count} failure${count > 1 ? 's' : ''}`
        : expectations > 0 ? `✓ ${expectations} expectation${expectations > 1 ? 's' : ''} met` : 'no expectations';
    this.#verdict.textContent = text;
    this.#verdict.title = count > 0 ? 'the scenario runs after every change; go to the next failure (R)'
      : 'the scenario runs after every change';
    this.#verdict.classList.toggle('warning', count + errors.length > 0);
    this.#verdict.classList.toggle('met', count + errors.length === 0 && expectations > 0);
  }
}
