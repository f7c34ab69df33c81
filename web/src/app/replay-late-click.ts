import { pageHydrated } from '../platform/lazy/hydration.tsx';

/** A click is repeated after at most this time, even if a part does not hydrate. */
const WITHIN_MS = 4000;

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * Repeats a click on a part that is hydrated later, once it is. React only stops such an event, so the browser would load
 * the whole document of a link, and a button would do nothing. A click that is stopped again is left to the browser.
 */
export const replayLateClicks = (root: HTMLElement): void => {
  let waiting: HTMLElement | undefined;
  let isRepeating = false;
  const onClick = async (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>('a, button');
    // What React stopped has `cancelBubble`.
    if (!event.cancelBubble || isRepeating || !control || !isPlain(event)) return;
    if (control instanceof HTMLAnchorElement && control.target) return;
    event.preventDefault();
    const isWaiting = waiting === control;
    waiting = control;
    if (isWaiting) return;
    await Promise.race([pageHydrated(), new Promise((resolve) => setTimeout(resolve, WITHIN_MS))]);
    // Another one was pressed since then.
    if (waiting !== control) return;
    waiting = undefined;
    isRepeating = true;
    control.click();
    isRepeating = false;
  };
  // React listens at its root, and at the body once a dialog was shown in it: added again, this comes after React.
  const listener = (event: Event) => void onClick(event as MouseEvent);
  const listen = () => {
    for (const place of [document.body, root]) {
      place.removeEventListener('click', listener, true);
      place.addEventListener('click', listener, true);
    }
  };
  addEventListener('click', listen, true);
};
