import { element } from '../dom.js';

/** @typedef {import('../timeline/timeline.js').Timeline} Timeline */
/** @typedef {import('../pattern.js').Pattern['lint'][0]} Finding */

/** What lint has found, with the reasons, and the corrections that can be made automatically. */
export class LintList {
  element = element('section', { 'aria-label': 'lint' });
  /** @type {Timeline | null} */
  #timeline = null;
  /**
   * The findings that are shown.
   * @type {Finding[] | undefined}
   */
  #findings = undefined;

  /** @param {Timeline} timeline */
  watch(timeline) {
    this.#timeline = timeline;
    timeline.addEventListener('select', () => this.#show());
    timeline.addEventListener('lint', (event) => {
      const item = this.element.querySelectorAll('li')[/** @type {CustomEvent} */ (event).detail];
      item?.scrollIntoView({ block: 'nearest' });
      item?.querySelector('summary')?.focus();
    });
  }

  #show() {
    const pattern = this.#timeline?.pattern;
    // What somebody has opened stays open while other things are selected.
    if (this.#findings === pattern?.lint) return;
    this.#findings = pattern?.lint;
    const lint = pattern?.lint ?? [];
    const open = new Set([...this.element.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-finding')));
    this.element.replaceChildren(element('h2', {}, `Lint: ${lint.length || 'nothing found'}`),
      ...(lint.length > 0 ? [element('ul', {}, ...lint.map((finding) => this.#item(finding, lint, open)))] : []),
      ...this.#fixAll(lint));
  }

  /**
   * @param {Finding} finding
   * @param {Finding[]} lint
   * @param {Set<string | null>} open the texts of the findings that are open
   */
  #item(finding, lint, open) {
    const text = `${finding.rule} ${finding.message}`;
    const mark = isFixable(finding) ? [element('span', { className: 'faint' }, ' · can be fixed')] : [];
    return element('li', { className: finding.severity },
      element('details', { open: open.has(text), 'data-finding': text },
        element('summary', { title: 'shows the entry', onclick: () => this.#timeline?.goTo(finding) }, text, ...mark),
        element('p', {}, finding.why), element('p', {}, finding.fix),
        element('p', { className: 'faint' }, finding.guideline), ...this.#fixRule(finding.rule, lint)));
  }

  /**
   * @param {Finding[]} lint
   * @returns {HTMLElement[]} the button that corrects everything that can be corrected, and what remains
   */
  #fixAll(lint) {
    const fixable = lint.filter(isFixable).length;
    const open = lint.filter((finding) => !finding.accepted).length;
    const remain = open - fixable;
    const text = fixable === open ? 'Fix all' : `Fix ${fixable} of ${open}`;
    const title = 'correct all findings that can be corrected automatically';
    return [
      ...(fixable > 0 ? [element('button', { title, onclick: () => this.#fix() }, text)] : []),
      ...(remain > 0 ? [element('p', { className: 'faint' },
        `${remain === 1 ? '1 finding needs' : `${remain} findings need`} your own decision: click ${remain === 1 ? 'it' : 'one'} for the remedy.`)] : []),
    ];
  }

  /**
   * @param {string} rule
   * @param {Finding[]} lint
   * @returns {HTMLElement[]} the button that corrects the findings of a rule, if they can be corrected automatically
   */
  #fixRule(rule, lint) {
    const count = lint.filter((finding) => finding.rule === rule && isFixable(finding)).length;
    const text = count > 1 ? `Fix ${rule} at ${count} places` : `Fix ${rule}`;
    return count > 0 ? [element('button', { onclick: () => this.#fix(rule) }, text)] : [];
  }

  /** @param {string} [rule] the rule whose findings are corrected; by default all */
  #fix(rule) {
    const timeline = this.#timeline;
    timeline?.attempt(async () => timeline.pattern?.fix(rule));
  }
}

/** @param {Finding} finding */
const isFixable = (finding) => finding.fixable && !finding.accepted;
