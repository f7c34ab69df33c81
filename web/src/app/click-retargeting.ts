import { nameOf } from './pre-hydration-replay.ts';

const CONTROL = 'a[href], button, label, summary, input[type="checkbox"], input[type="radio"], [role="button"]';
/** Whoever goes further than this with the button down has moved away himself. */
const STILL_PX = 10;
/** A touch's click comes a moment after the finger has left. */
const CLICK_WITHIN_MS = 60;
/** And it is no second press that comes this soon after without another touch. */
const ECHO_MS = 500;
/** What a person does to have the page move, or to give a press up. */
const SIGNS = ['pointercancel', 'wheel', 'keydown', 'contextmenu', 'dragstart'] as const;

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;

/** All that bear a control's name: of several nobody can say which one took the place of one that has gone. */
const namesakes = (tag: string, name: string) =>
  [...document.getElementsByTagName(tag)].filter((found) => nameOf(found as HTMLElement) === name) as HTMLElement[];

type Press = { control: HTMLElement; name: string; isOnly: boolean; place: DOMRect; x: number; y: number };

/** The control a press belongs to when the page, and not the person, took it from under the finger. */
const movedTo = ({ control, name, isOnly, place }: Press): HTMLElement | undefined => {
  if (!control.isConnected) {
    const now = isOnly ? namesakes(control.tagName, name) : [];
    return now.length === 1 ? now[0] : undefined;
  }
  const { left, top } = control.getBoundingClientRect();
  return left === place.left && top === place.top ? undefined : control;
};

/**
 * A press is given to what was pressed. A click goes to whatever lies under the finger when it leaves; where live news
 * moved a control between down and up, or put an equal one in its place, it would be lost or go to a stranger.
 */
export const steadyPress = (): void => {
  let press: Press | undefined;
  let givenAt = -Infinity;
  const forget = () => (press = undefined);
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const give = (control: HTMLElement) => {
    forget();
    control.click();
    givenAt = performance.now();
  };
  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, isPrimary, button, ctrlKey, metaKey, shiftKey, altKey }) => {
      forget();
      givenAt = -Infinity;
      const control = controlAt(target);
      if (!control || !isPrimary || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
      const name = nameOf(control);
      const isOnly = namesakes(control.tagName, name).length === 1;
      press = { control, name, isOnly, place: control.getBoundingClientRect(), x, y };
    },
    true,
  );
  addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      if (!press) return;
      if (Math.hypot(clientX - press.x, clientY - press.y) > STILL_PX) return forget();
      const mine = press;
      setTimeout(() => {
        if (press !== mine) return;
        forget();
        const control = movedTo(mine);
        if (control) give(control);
      }, CLICK_WITHIN_MS);
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      // By keyboard or by script: nothing could have moved.
      if (!event.isTrusted || event.detail === 0) return;
      // Its own click has come after all.
      if (performance.now() - givenAt < ECHO_MS) return swallow(event);
      if (!press) return;
      const { control } = press;
      const target = event.target as Node;
      const to = control.contains(target) ? undefined : movedTo(press);
      forget();
      if (!to || to.contains(target)) return;
      swallow(event);
      give(to);
    },
    true,
  );
  for (const sign of SIGNS) addEventListener(sign, forget, { capture: true, passive: true });
};
