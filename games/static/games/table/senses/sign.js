/** The sign that a key stands for, on every layout. */

/**
 * The sign of a press; where it is no Latin letter or no digit, the one at this place of a Latin keyboard.
 * So keys do the same on Cyrillic, Greek and Arabic layouts, and on those that have digits with Shift only.
 * @param {{key: string, code?: string, shiftKey?: boolean}} press
 */
export function signOf({ key, code = "", shiftKey }) {
  if (key === "؟") return "?";
  if ([...key].length !== 1 || /[\p{Script=Latin}\d]/u.test(key)) return key;
  const place = (shiftKey ? /^Key(.)$/ : /^(?:Key|Digit)(.)$/).exec(code);
  return place ? place[1].toLowerCase() : key;
}
