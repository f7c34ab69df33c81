import { isTaken } from './is-taken.ts';

/** `/` focuses the search from anywhere, also before hydration, because it does not need the app. */
export const listenForSlash = (): void =>
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTaken(event)) return;
    const search = document.querySelector<HTMLInputElement>('header [role="combobox"]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  });
