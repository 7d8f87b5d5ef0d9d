/**
 * What the server says about the command line, and what the page says instead.
 * @type {[RegExp, string][]}
 */
const rows = [
  [/^haptic: /gm, ''],
  [/^(\d+):(\d+): (?:error|warning): /gm, 'line $1, column $2: '],
  // The identifier of the kind of problem.
  [/ \[[a-z]+(?:-[a-z]+)*\]$/gm, ''],
  [/; haptic (?:session )?render writes the rest/g, ''],
  [/; haptic validate says why/g, ''],
  [/; to fix them at a value first, use convert --input/g, ''],
  [/; --transients apart writes two files/g, ''],
  [/--to (?=[a-z])/g, 'the format '],
  [/ with --loop\b/g, ' in a loop'],
  [/, as for --notation\b/g, ''],
  [/, as of haptic chart --theme (\w+)/g, ', $1'],
];

/**
 * @param {string} text a text of the server
 * @returns {string} the text in the words of the page
 */
export function pageWords(text) {
  return rows.reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text);
}

/**
 * @param {string} reason a reason in the words of the page
 * @returns {string} the reason without the place in a text that is not shown
 */
export function withoutPlace(reason) { return reason.replace(/^line \d+, column \d+: /, ''); }
