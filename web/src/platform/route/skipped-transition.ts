/**
 * Lets a page change that follows at once end the transition of the one before: the browser rejects the `ready` of the skipped
 * transition, which React Router awaits nowhere (7.18), so that each would be an uncaught error.
 */
export const expectSkippedTransitions = (): void => {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (...update) => {
    const transition = start(...update);
    transition.ready.catch((reason: unknown) => {
      if (!(reason instanceof DOMException)) throw reason;
    });
    return transition;
  };
};
