/**
 * Merges two changes of a text that concern different lines.
 * @param {string} base
 * @param {string} ours
 * @param {string} theirs
 * @returns {string | null} nil if both change the same lines
 */
export function merged(base, ours, theirs) {
  const lines = base.split('\n');
  const [first, second] = [ours, theirs].map((text) => changeOf(lines, text.split('\n'))).sort((a, b) => a.from - b.from);
  if (first.from === second.from || first.to > second.from) return null;
  return [...lines.slice(0, first.from), ...first.lines, ...lines.slice(first.to, second.from), ...second.lines,
    ...lines.slice(second.to)].join('\n');
}

/**
 * @param {string[]} base
 * @param {string[]} changed
 * @returns {{from: number, to: number, lines: string[]}} the lines of `base` that were changed, and what they are now
 */
function changeOf(base, changed) {
  const most = Math.min(base.length, changed.length);
  let from = 0;
  while (from < most && base[from] === changed[from]) from += 1;
  let after = 0;
  while (after < most - from && base.at(-1 - after) === changed.at(-1 - after)) after += 1;
  return { from, to: base.length - after, lines: changed.slice(from, changed.length - after) };
}
