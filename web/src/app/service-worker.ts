/** Registers the service worker (web/public/sw.js), which shows a page without a connection. */
export const registerServiceWorker = (): void => {
  // In development nothing is built; over plain http browsers have no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The site works without it.
  navigator.serviceWorker.register('/sw.js').catch(() => {});
};
