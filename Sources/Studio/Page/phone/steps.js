import { element } from '../dom.js';
import { follow } from './drafts.js';
import { timeText } from './scenario.js';

/** @typedef {import('./scenario.js').ScenarioFile} ScenarioFile */
/** @typedef {import('./scenario.js').Step} Step */

/**
 * The number of steps that are listed around the chosen one.
 *
 * Our choice: more than anybody reads without searching, and few enough for a quick page.
 */
const listed = 400;

/**
 * The list of the steps of a scenario, in which a step is changed or deleted.
 *
 * What somebody writes is kept with the file until it is applied or discarded.
 *
 * Events: `choose` with the index of a step, `edit` with an index and a text, `delete` with an index, `text` with a line of the
 * file that somebody wants to change, `draft` when a text is written or discarded.
 */
export class StepList extends HTMLElement {
  /** @type {ScenarioFile | null} */
  #scenario = null;
  /** The index of the step that is chosen; -1 for none. */
  #chosen = -1;
  /** Whether the text of the chosen step is shown. */
  #isOpen = false;
  #failures = element('ul', { className: 'phone-failures', 'aria-label': 'failures and warnings' });
  #earlier = element('button', {}, 'Earlier steps');
  #later = element('button', {}, 'Later steps');
  #list = element('ol', { 'aria-label': 'steps' });
  #first = 0;

  connectedCallback() {
    this.append(this.#failures, this.#earlier, this.#list, this.#later);
    this.#earlier.onclick = () => this.#page(-listed);
    this.#later.onclick = () => this.#page(listed);
    this.#list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#key(event));
  }

  /** The index of the step that is chosen; -1 for none. */
  get chosen() { return this.#chosen; }

  /** The revision of the steps that are shown. */
  get revision() { return this.#scenario?.state.revision ?? 0; }

  get #drafts() { return this.#scenario?.drafts.steps ?? []; }

  /**
   * Keeps the text of a step, or discards it.
   * @param {import('./scenario.js').Step | undefined} step
   * @param {number} index
   * @param {string | null} text
   */
  #keep(step, index, text) {
    const draft = this.#drafts.find((one) => one.step === index);
    const base = draft?.base ?? step?.text ?? '';
    const others = this.#drafts.filter((one) => one !== draft);
    if (this.#scenario) this.#scenario.drafts.steps = text === null || text === step?.text ? others : [...others, { step: index, text, base }];
    this.#tell('draft', index);
  }

  /** @param {ScenarioFile} scenario */
  show(scenario) {
    if (scenario !== this.#scenario) [this.#chosen, this.#isOpen, this.#first] = [-1, false, 0];
    this.#scenario = scenario;
    follow(scenario.drafts, scenario.state.steps);
    this.#refresh();
  }

  /**
   * Chooses a step.
   * @param {number} step
   * @param {boolean} opens whether its text is shown
   */
  choose(step, opens = this.#isOpen && step === this.#chosen) {
    if (step === this.#chosen && opens === this.#isOpen) return;
    [this.#chosen, this.#isOpen] = [step, opens];
    const end = this.#first + listed;
    if (step >= 0 && (step < this.#first || step >= end)) this.#first = Math.max(0, step - listed / 2);
    this.#refresh();
    this.#row(step)?.scrollIntoView({ block: 'nearest' });
  }

  /** Discards the text of the open step. */
  close() {
    this.#isOpen = false;
    this.#keep(this.#scenario?.state.steps[this.#chosen], this.#chosen, null);
    this.#refresh();
  }

  /** Moves the keyboard to the chosen step. */
  focusStep() { (this.#row(this.#chosen) ?? this.#list.querySelector('.step'))?.focus(); }

  /** Shows the text of the chosen step, and moves the keyboard there. */
  edit() {
    if (this.#chosen < 0) return;
    this.#isOpen = true;
    this.#refresh();
    const box = this.#list.querySelector('textarea');
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }

  /** @param {number} by */
  #page(by) {
    this.#first = Math.max(0, this.#first + by);
    this.#refresh();
  }

  /** @param {number} step */
  #row(step) { return /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-step="${step}"]`)); }

  #refresh() {
    const state = this.#scenario?.state;
    const steps = state?.steps ?? [];
    if (this.#chosen >= steps.length) [this.#chosen, this.#isOpen] = [steps.length - 1, false];
    this.#first = Math.min(this.#first, Math.max(0, steps.length - listed));
    const active = /** @type {HTMLElement | null} */ (this.#list.contains(document.activeElement) ? document.activeElement : null);
    const focus = active?.matches('textarea') ? 'textarea' : active?.dataset.step;
    const caret = /** @type {any} */ (active)?.selectionStart;
    this.#earlier.hidden = this.#first === 0;
    this.#later.hidden = this.#first + listed >= steps.length;
    this.#list.start = this.#first + 1;
    this.#list.replaceChildren(...steps.slice(this.#first, this.#first + listed)
      .map((step, index) => this.#item(step, this.#first + index)));
    this.#showFailures();
    if (focus === undefined) return;
    const next = /** @type {any} */ (focus === 'textarea' ? this.#list.querySelector('textarea') : null)
      ?? this.#row(Number(focus)) ?? this.#row(this.#chosen);
    next?.focus();
    if (next?.matches('textarea')) next.setSelectionRange(caret, caret);
  }

  /**
   * @param {Step} step
   * @param {number} index
   */
  #item(step, index) {
    const state = /** @type {import('./scenario.js').ScenarioState} */ (this.#scenario?.state);
    const isChosen = index === this.#chosen;
    const mark = step.failures.length > 0 ? '✗' : step.isExpectation ? '✓' : '';
    const verdict = step.failures.length > 0 ? 'fails: ' : step.isExpectation ? 'is met: ' : '';
    const row = element('button', {
      className: 'step', 'data-step': index, tabIndex: isChosen || (this.#chosen < 0 && index === 0) ? 0 : -1,
      'aria-current': `${isChosen}`, 'aria-expanded': `${isChosen && this.#isOpen}`,
      onclick: (/** @type {MouseEvent} */ event) => this.#click(index, event.detail === 0),
    }, element('span', { className: 'time' }, timeText(step.time)),
    element('span', { className: step.failures.length > 0 ? 'mark failed' : 'mark met', 'aria-hidden': 'true' }, mark),
    element('span', { className: 'unseen' }, verdict),
    element('span', { className: 'words' }, step.words || 'time passes'),
    ...(this.#drafts.some((draft) => draft.step === index) ? [element('span', { className: 'faint' }, 'text not applied')] : []));
    return element('li', {}, row,
      ...step.failures.map((failure) => this.#failure(state.failures[failure])),
      ...(isChosen && this.#isOpen ? [this.#editor(step, index)] : []));
  }

  /**
   * @param {number} index
   * @param {boolean} isKey whether the step was chosen with a key
   */
  #click(index, isKey) {
    this.choose(index, isKey || !(index === this.#chosen && this.#isOpen));
    this.dispatchEvent(new CustomEvent('choose', { detail: index }));
    if (isKey) this.edit();
  }

  /**
   * @param {Step} step
   * @param {number} index
   */
  #editor(step, index) {
    const remove = element('button', { title: 'delete the step (Delete)', onclick: () => this.#tell('delete', index) }, 'Delete');
    if (step.text === undefined) {
      return element('div', { className: 'step-editor' },
        element('p', { className: 'faint' }, 'This step is not an item of a list with dashes. It can be changed in the text of the file.'),
        element('button', { onclick: () => this.#tell('text', step.line) }, 'Edit the text of the file'));
    }
    const draft = this.#drafts.find((one) => one.step === index);
    const isConflict = draft !== undefined && draft.base !== step.text;
    const text = draft?.text ?? step.text;
    const box = element('textarea', {
      value: text, rows: Math.min(12, Math.max(2, text.split('\n').length)), spellcheck: false,
      'aria-label': `text of step ${index + 1}`, title: 'Ctrl+Enter applies the text, Escape discards it',
    });
    const apply = () => this.#tell('edit', { step: index, text: box.value });
    box.oninput = () => this.#keep(step, index, box.value);
    box.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply();
      else if (event.key === 'Escape') {
        this.close();
        this.focusStep();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const conflict = element('p', { className: 'warning' },
      `The file has changed since you began to write. The step is now:\n${step.text}`);
    return element('div', { className: 'step-editor' }, box, ...(isConflict ? [conflict] : []),
      element('div', { className: 'buttons' },
        element('button', { onclick: apply, title: 'apply the text (Ctrl+Enter)' }, isConflict ? 'Apply my text instead' : 'Apply'), remove,
        element('button', { onclick: () => this.close(), title: 'discard the text (Escape)' }, isConflict ? 'Discard my text' : 'Cancel')));
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest('.step');
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!row || by === 0 || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const next = Number(row.getAttribute('data-step')) + by;
    if (next < 0 || next >= (this.#scenario?.state.steps.length ?? 0)) return;
    this.choose(next, false);
    this.focusStep();
    this.#tell('choose', next);
  }

  /**
   * @param {import('./scenario.js').Failure} failure
   * @returns {HTMLElement} the failure with its remedy, and a button for the line of the file that the remedy concerns
   */
  #failure({ message, hint = '' }) {
    const line = hint.match(/\bline (\d+)/)?.[1];
    return element('p', { className: 'failure' }, element('span', { className: 'warning' }, message),
      element('span', { className: 'faint' }, ` ${hint} `),
      ...(line ? [element('button', { className: 'small', onclick: () => this.#tell('text', Number(line)) }, `Edit line ${line}`)] : []));
  }

  /** Lists the failures that do not belong to a step, and the warnings. */
  #showFailures() {
    const state = this.#scenario?.state;
    const own = new Set(state?.steps.flatMap(({ failures }) => failures));
    const others = [...(state?.failures ?? []).filter((_, index) => !own.has(index)), ...(state?.advice ?? [])];
    this.#failures.hidden = others.length === 0;
    this.#failures.replaceChildren(...others.map((failure) => element('li', {},
      element('button', { className: 'failure', onclick: () => this.#tell('text', failure.line) },
        `line ${failure.line}, ${timeText(failure.time)}`), this.#failure(failure))));
  }
}

customElements.define('haptic-steps', StepList);
