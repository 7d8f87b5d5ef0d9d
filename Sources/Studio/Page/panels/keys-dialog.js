import { element } from '../dom.js';
import { actions } from '../keys.js';

/**
 * @param {{keys: string[], name: string, group: string}[]} rows
 * @returns {HTMLDialogElement} a dialog that lists keys by their groups
 */
export function keysDialogOf(rows) {
  return element('dialog', { 'aria-label': 'keys' }, element('h2', {}, 'Keys'),
    element('div', { className: 'keys' }, ...[...new Set(rows.map(({ group }) => group))].map((group) =>
      element('dl', {}, ...rows.filter((action) => action.group === group).flatMap((action) => [
        element('dt', {}, keysText(action.keys)), element('dd', {}, action.name),
      ])))),
    element('form', { method: 'dialog' }, element('button', {}, 'Close')));
}

/** The dialog that lists all keys. */
export const keysDialog = keysDialogOf(actions);

/** @param {string[]} keys */
function keysText(keys) { return keys.length > 3 ? `${keys[0]} to ${keys[keys.length - 1]}` : keys.map(keyText).join(' or '); }

/** @param {string} name */
function keyText(name) {
  return name.replace('Arrow', '').replace(/^ $/, 'Space').replace(/(^|\+)([a-z])$/, (_, plus, letter) =>
    plus + letter.toUpperCase());
}
