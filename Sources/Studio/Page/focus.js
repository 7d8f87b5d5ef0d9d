/**
 * Gives the keyboard back to the timeline after a control was used.
 *
 * A control that somebody has reached with Tab keeps the keyboard, so that arrows can change it further.
 */
export class FocusReturn {
  /** Whether Tab has moved the focus to the control that has it. */
  #isTabbed = false;
  #wasTab = false;
  #wasKey = false;

  /** @param {{focusGrid: () => void}} timeline the timeline, or what is shown in its place */
  constructor(timeline) {
    this.timeline = timeline;
    document.addEventListener('keydown', (event) => { [this.#wasTab, this.#wasKey] = [event.key === 'Tab', true]; }, true);
    document.addEventListener('pointerdown', () => { [this.#wasTab, this.#isTabbed, this.#wasKey] = [false, false, false]; }, true);
    document.addEventListener('focusin', () => { this.#isTabbed = this.#wasTab; }, true);
    // A slider that is moved by keys can be moved further.
    document.addEventListener('change', () => this.#leave(this.#wasKey ? 'select' : 'select, input[type=range]'));
    // A slider that is released where it was grabbed has not changed.
    document.addEventListener('click', () => this.#leave('button, summary, input[type=range], input[type=checkbox]'));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#leave('input[type=number], [role=spinbutton]');
    });
  }

  /** Moves the focus to the timeline after a text was used. */
  leaveText() { this.#move('input'); }

  /**
   * Moves the focus from a control to the timeline, unless Tab has moved it to the control.
   * @param {string} controls the controls, as a selector
   */
  #leave(controls) {
    // The properties of an app are changed one after the other.
    const isKept = this.#isTabbed || (this.#wasKey && document.activeElement?.closest('haptic-apps'));
    if (!isKept) this.#move(controls);
  }

  /** @param {string} controls */
  #move(controls) {
    const active = document.activeElement;
    if (active?.matches(controls) && !active.closest('dialog')) this.timeline.focusGrid();
  }
}
