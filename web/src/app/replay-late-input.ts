import { pageHydrated } from '../platform/lazy/hydration.tsx';
import { enterAgain, enteredBy, type Entered, type Field } from './pre-hydration-replay.ts';

/** A link is left to the browser after this time, if its part is not hydrated by then. */
const WITHIN_MS = 4000;

const INPUT = ['click', 'input', 'change'];

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * Repeats what people enter and press in a part that is hydrated later, once it is. React only stops such an event, so the
 * browser would load the whole document of a link, a button would do nothing, and React would take over a ticked box or a
 * typed value without an event.
 * @returns ends it
 */
export const replayLateInput = (root: HTMLElement): (() => void) => {
  const filled = new Map<Field, Entered>();
  let pressed: HTMLElement | undefined;
  let isWaiting = false;
  let isRepeating = false;
  const repeat = async (entered: ReadonlyMap<Field, Entered>): Promise<void> => {
    isRepeating = true;
    await enterAgain(entered);
    pressed?.click();
    pressed = undefined;
    isRepeating = false;
  };
  const repeatOnceHydrated = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    // A part whose script does not come is replaced by a message, which ends this, too.
    await pageHydrated();
    isWaiting = false;
    await repeat(filled);
    filled.clear();
  };
  const leaveToBrowser = (link: HTMLElement) => {
    if (link === pressed) void repeat(new Map());
  };
  const onClick = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>('a, button');
    if (!control || !isPlain(event) || (control instanceof HTMLAnchorElement && control.target)) return;
    event.preventDefault();
    // Of several the last one counts.
    pressed = control;
    void repeatOnceHydrated();
    if (control instanceof HTMLAnchorElement) setTimeout(leaveToBrowser, WITHIN_MS, control);
  };
  const onInput = (event: Event) => {
    const [field, entered] = enteredBy(event) ?? [];
    if (!field || entered === undefined) return;
    filled.set(field, entered);
    void repeatOnceHydrated();
  };
  const listener = (event: Event) => {
    // What React stopped has `cancelBubble`.
    if (!event.cancelBubble || isRepeating) return;
    if (event.type === 'click') onClick(event as MouseEvent);
    else onInput(event);
  };
  // React listens at its root, and at the body once a dialog was shown in it: added again, this comes after React.
  const forget = ({ type }: { type: string }) => {
    for (const place of [document.body, root]) place.removeEventListener(type, listener, true);
  };
  const listen = (event: Event) => {
    forget(event);
    for (const place of [document.body, root]) place.addEventListener(event.type, listener, true);
  };
  for (const type of INPUT) addEventListener(type, listen, true);
  return () => {
    for (const type of INPUT) {
      removeEventListener(type, listen, true);
      forget({ type });
    }
  };
};
