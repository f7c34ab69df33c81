import type { DataRouter } from 'react-router';

/**
 * Numbers the history entries that the browser adds by itself (a link to a part of the page, a typed `#part`), like the
 * router numbers its own: back from an entry without a number would leave a page with unsaved input unasked.
 *
 * @param create called after the listener is added: it has to run before the router's
 */
export const numberEntries = <R extends DataRouter>(create: () => R): R => {
  const read = () => (history.state as { idx?: number } | null)?.idx;
  let index = 0;
  addEventListener('popstate', () => {
    if (read() === undefined) history.replaceState({ idx: index + 1, key: String(Date.now()) }, '');
  });
  const router = create();
  const note = () => {
    index = read() ?? index;
  };
  note();
  router.subscribe(note);
  return router;
};
