/** `/` focuses the search from anywhere, also before hydration, because it does not need the app. */
export const listenForSlash = (): void =>
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]')) return;
    const search = document.querySelector<HTMLInputElement>('header [role="combobox"]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  });
