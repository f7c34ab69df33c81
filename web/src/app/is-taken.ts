/** Whether a key belongs to something else than the page: a shortcut of the browser, a field, or an open dialog. */
export const isTaken = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target as HTMLElement;
  // A checkbox or a radio button takes no characters.
  const taking = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"]';
  return target.isContentEditable || target.closest(taking) !== null;
};
