/** The character of a key press, on every keyboard layout. */

/**
 * The character of a press. If that is neither a Latin letter nor a digit, it is the one at the same position
 * of a Latin keyboard, so that keys work on Cyrillic, Greek and Arabic layouts, and where digits need Shift.
 * @param {{key: string, code?: string, shiftKey?: boolean}} press
 */
export function signOf({ key, code = "", shiftKey }) {
  if (key === "؟") return "?";
  if ([...key].length !== 1 || /[\p{Script=Latin}\d]/u.test(key)) return key;
  const place = (shiftKey ? /^Key(.)$/ : /^(?:Key|Digit)(.)$/).exec(code);
  return place ? place[1].toLowerCase() : key;
}
