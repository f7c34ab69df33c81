/** `/` goes to the search from anywhere, from the first moment on: it needs nothing of the app. */
export const listenForSlash = (): void =>
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]')) return;
    const search = document.querySelector<HTMLInputElement>('header input[type="search"]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  });
