/** What `.late` and `.cards` in style.css leave out of the first view. */
const LATE = ':is(.late, .cards > li):not([data-revealed])';

/** Safari has no `requestIdleCallback`. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 50);
};

/**
 * Lays out, one by one and while the browser is idle, what the page left out of its first view; what comes later is laid out
 * at once. Whoever captures the whole page, or scrolls far, finds everything at its true height.
 */
export const revealLate = (): void =>
  whenIdle(() =>
    // A frame each: what two frames lay out is not one long task.
    requestAnimationFrame(() => {
      const next = document.querySelector<HTMLElement>(LATE);
      if (next) next.dataset.revealed = '';
      else document.documentElement.dataset.revealed = '';
      if (next) revealLate();
    }),
  );
