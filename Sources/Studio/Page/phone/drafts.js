/**
 * What somebody has written about a file, and not saved.
 * @typedef {object} Drafts
 * @property {{text: string, base: string} | null} text the text of the file, and the text from which it was made
 * @property {StepDraft[]} steps
 */

/** @typedef {{step: number, text: string, base: string}} StepDraft the text of a step, and the text from which it was made */

/**
 * The drafts by file, which remain while other files are shown.
 * @type {Map<string, Drafts>}
 */
const all = new Map();

/**
 * @param {string} file
 * @returns {Drafts} the drafts of a file
 */
export function draftsOf(file) {
  const drafts = all.get(file) ?? { text: null, steps: [] };
  all.set(file, drafts);
  return drafts;
}

/**
 * Moves the drafts of a file that has another name now.
 * @param {string} file
 * @param {string} to
 */
export function renameDrafts(file, to) {
  const drafts = all.get(file);
  if (!drafts) return;
  all.delete(file);
  all.set(to, drafts);
}

/** @param {Drafts} drafts */
export const isWritten = ({ text, steps }) => text !== null || steps.length > 0;

/**
 * Moves the drafts of steps to where their steps are now.
 * @param {Drafts} drafts
 * @param {{text?: string}[]} steps the present steps; empty if they are not known
 */
export function follow(drafts, steps) {
  drafts.steps = drafts.steps.filter(({ step, text }) => steps[step]?.text !== text);
  for (const draft of drafts.steps) {
    if (steps[draft.step]?.text === draft.base) continue;
    const taken = new Set(drafts.steps.map(({ step }) => step));
    const moved = steps.flatMap(({ text }, index) => (text === draft.base && !taken.has(index) ? [index] : []))
      .sort((a, b) => Math.abs(a - draft.step) - Math.abs(b - draft.step))[0];
    // A step that was changed or removed stays where it was, so that its draft can be read.
    if (moved !== undefined) draft.step = moved;
    else if (steps.length > 0) draft.step = Math.min(draft.step, steps.length - 1);
  }
}

// The browser asks whether the page is to be left with a draft.
window.addEventListener('beforeunload', (event) => { if ([...all.values()].some(isWritten)) event.preventDefault(); });
