/** What `.late` and `.cards` in style.css leave out of the first view. */
const LATE = ':is(.late, .cards > li):not([data-revealed])';
const root = document.documentElement;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 50);
};

const revealAll = (): void => {
  root.dataset.revealed = '';
};

/**
 * Lays out, one by one and while the browser is idle, what the page left out of its first view; what comes later is laid out
 * at once. Whoever captures the whole page finds everything at its true height.
 */
export const revealLate = (): void =>
  whenIdle(() =>
    // A frame each: what two frames lay out is not one long task.
    requestAnimationFrame(() => {
      const next = root.dataset.revealed === undefined && document.querySelector<HTMLElement>(LATE);
      if (!next) return revealAll();
      next.dataset.revealed = '';
      revealLate();
    }),
  );

/** Whoever scrolls leaves the first view, and may come back to where they were: heights must not change after that. */
export const revealOnScroll = (): void => addEventListener('scroll', revealAll, { once: true, passive: true });
