/** Whether a key belongs to something else than the page: a shortcut of the browser, a field, or an open dialog. */
export const isTaken = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target as HTMLElement;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null;
};
