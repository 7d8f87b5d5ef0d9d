/**
 * @typedef {object} Control a control that parameters and curves set
 * @property {string} id the AHAP name
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {boolean} adds whether the value is added; otherwise it is a factor
 */

/**
 * @typedef {object} Parameter a parameter of events
 * @property {string} id the AHAP name
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {number} initial the value of events that do not set the parameter
 * @property {string[]} kinds the kinds of events to which the parameter applies
 * @property {[number, number]} [seconds] the lengths for which 0 and 1 stand, in seconds; between them, lengths grow
 *   exponentially
 */

/** The tables of the engine, as the server has sent them. */
export const tables = {
  /** @type {Map<string, Control>} */
  controls: new Map(),
  /** @type {Map<string, Parameter>} */
  parameters: new Map(),
};

/** @param {{controls: Control[], parameters: Parameter[]}} welcome */
export function receiveTables({ controls, parameters }) {
  tables.controls = new Map(controls.map((control) => [control.id, control]));
  tables.parameters = new Map(parameters.map((one) => [one.id, one]));
}

/**
 * @param {{control?: string}} owner a row, or the lane in which it is drawn
 * @returns {Control} the control that the row sets
 */
export function controlOf({ control = '' }) {
  return /** @type {Control} */ (tables.controls.get(control));
}

/**
 * @param {Control} control
 * @returns {string} the name, and whether the values are factors or are added
 */
export function controlName({ name, adds }) { return `${name} ${adds ? '+' : '×'}`; }
