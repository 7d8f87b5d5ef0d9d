/**
 * A change of some lines.
 * @typedef {object} Hunk
 * @property {number} from the first line of the base that is replaced
 * @property {number} to the line of the base after the last one
 * @property {string[]} lines what they are now
 */

/** The most pairs of lines that are compared. Our choice: a fraction of a second. */
const mostPairs = 4_000_000;

/**
 * Merges two changes of a text that concern different lines.
 * @param {string} base
 * @param {string} ours
 * @param {string} theirs
 * @returns {string | null} null if both change the same or neighboring lines
 */
export function merged(base, ours, theirs) {
  const lines = base.split('\n');
  const hunks = [ours, theirs].flatMap((text) => hunksOf(lines, text.split('\n'))).sort((a, b) => a.from - b.from || a.to - b.to);
  if (hunks.some((hunk, index) => index > 0 && hunk.from <= hunks[index - 1].to)) return null;
  let done = 0;
  const parts = hunks.flatMap((hunk) => {
    const kept = lines.slice(done, hunk.from);
    done = hunk.to;
    return [...kept, ...hunk.lines];
  });
  return [...parts, ...lines.slice(done)].join('\n');
}

/**
 * @param {string[]} base
 * @param {string[]} changed
 * @returns {Hunk[]} the changes that turn `base` into `changed`, in order; hunks are apart by at least a line
 */
function hunksOf(base, changed) {
  const most = Math.min(base.length, changed.length);
  let start = 0;
  while (start < most && base[start] === changed[start]) start += 1;
  let after = 0;
  while (after < most - start && base.at(-1 - after) === changed.at(-1 - after)) after += 1;
  const [old, now] = [base.slice(start, base.length - after), changed.slice(start, changed.length - after)];
  if (old.length === 0 && now.length === 0) return [];
  if (old.length * now.length > mostPairs) return [{ from: start, to: start + old.length, lines: now }];
  const common = lengths(old, now);
  /** @type {Hunk[]} */
  const hunks = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      row += 1;
      column += 1;
      continue;
    }
    let hunk = hunks.at(-1);
    if (!hunk || hunk.to < start + row) hunks.push(hunk = { from: start + row, to: start + row, lines: [] });
    if (column < now.length && (row === old.length || common[row][column + 1] >= common[row + 1][column])) hunk.lines.push(now[column++]);
    else hunk.to = start + (row += 1);
  }
  return hunks;
}

/**
 * @param {string[]} old
 * @param {string[]} now
 * @returns {Uint32Array[]} the number of lines that both have in common, in order, from each pair of lines on
 */
function lengths(old, now) {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      table[row][column] = old[row] === now[column] ? table[row + 1][column + 1] + 1
        : Math.max(table[row + 1][column], table[row][column + 1]);
    }
  }
  return table;
}
