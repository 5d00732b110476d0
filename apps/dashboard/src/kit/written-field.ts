/** The field that a key press writes into, if any. A checkbox or a radio button keeps the focus after a click, but takes no text. */
export function writtenField({ target }: KeyboardEvent): Element | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select');
}
