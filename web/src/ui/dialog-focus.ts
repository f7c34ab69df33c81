import { useEffect, useRef, useState, type RefObject } from 'react';

const NOT = ':not([type=hidden], [type=file], [aria-hidden=true], [tabindex="-1"], :disabled)';
const FIELD = `input${NOT}, textarea${NOT}, select${NOT}`;
const FOCUSABLE = `a[href], button${NOT}, ${FIELD}, summary, [tabindex="0"]`;
/** More controls than this are a whole screen, of which the first is not what the user left. */
const NEARBY_MAX = 12;

/**
 * Where a dialog's focus begins: the first field, else the primary action, else the first control of the content. On touch
 * screens the dialog itself instead of a field, because a focused field opens the keyboard.
 */
const firstOf = (popup: HTMLElement): HTMLElement => {
  const content = popup.querySelector('[data-dialog-content]') ?? popup;
  const field = content.querySelector<HTMLElement>(FIELD);
  if (field) return matchMedia('(pointer: coarse)').matches ? popup : field;
  return (
    content.querySelector<HTMLElement>(`button[data-primary]${NOT}, a[data-primary]`) ??
    content.querySelector<HTMLElement>(FOCUSABLE) ??
    popup
  );
};

/** An element, its ancestors below the page's content, and its words: enough to find its place again. */
type Trail = { elements: Element[]; words: string };
const trailOf = (element: Element): Trail => {
  const elements: Element[] = [];
  for (let one: Element | null = element; one && one !== document.body && one.id !== 'content'; one = one.parentElement)
    elements.push(one);
  return { elements, words: element.textContent?.trim() ?? '' };
};

/**
 * The control that took the place of a removed one: in the nearest ancestor that is left, the one with the same words,
 * else its first. Undefined where that would be far from what the user left.
 */
const successorOf = ({ elements, words }: Trail): HTMLElement | undefined => {
  const around = elements.filter((one) => one.isConnected);
  for (const place of around) {
    const controls = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility());
    const same = words && controls.find(({ textContent }) => textContent?.trim() === words);
    if (same) return same;
    if (controls.length > 0) return controls.length <= NEARBY_MAX ? controls[0] : undefined;
  }
  return undefined;
};

/** What the user last pressed on the page itself: one dialog may follow another, such as a purchase a sign-in. */
let lastOutside: Trail | undefined;
/** What got the focus in its place: not the user's choice, so a dialog that follows must not return there. */
let standIn: Element | undefined;
/** Gives what has loaded the focus that another control got in its place. */
export const takeFocusOfStandIn = (element: HTMLElement | null): void => {
  if (standIn && standIn === document.activeElement) element?.focus();
};

/** The dialog that another one, such as a wallet's prompt, gave the focus back to: it has nothing to press yet. */
let waitingDialog: HTMLElement | undefined;

const trailFrom = (active: Element | null): Trail | undefined => {
  if (active && active !== document.body && active !== standIn && !active.closest('[role=dialog]'))
    lastOutside = trailOf(active);
  return lastOutside;
};

/**
 * Returns the focus to the element that had it when the dialog opened. If that was removed (a button that withdraws an
 * offer disappears with the offer), to its successor, or to the page's content: never to the top of the page. In a dialog
 * below that has moved on meanwhile, to its first action.
 */
export const useWayBack = (open: boolean): (() => HTMLElement | boolean) => {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  const [trail, setTrail] = useState<Trail>();
  const [below, setBelow] = useState<HTMLElement>();
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && typeof document !== 'undefined') {
      setOpener(document.activeElement === standIn ? null : document.activeElement);
      setTrail(trailFrom(document.activeElement));
      setBelow([...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1));
    }
  }
  return () => {
    if (opener instanceof HTMLElement && opener !== document.body && opener !== below && opener.isConnected)
      return true;
    if (below?.isConnected) {
      const first = firstOf(below);
      if (first !== below) return first;
      // By itself: the way back of Base UI leads to the first control, which closes the dialog.
      waitingDialog = below;
      below.focus({ preventScroll: true });
      return false;
    }
    const [first] = trail?.elements ?? [];
    const before = first instanceof HTMLElement && first.isConnected ? first : trail && successorOf(trail);
    const next = before ?? document.getElementById('content');
    standIn = next === first ? undefined : (next ?? undefined);
    return next ?? true;
  };
};

/**
 * Keeps the focus inside an open dialog when a step removes the focused element, or when its first action becomes
 * available only after it opened.
 */
export const useDialogFocus = (
  open: boolean,
  wanted: RefObject<HTMLElement | null> | undefined,
): { popup: RefObject<HTMLDivElement | null>; begin: () => HTMLElement | true } => {
  const popup = useRef<HTMLDivElement>(null);
  /** The dialog itself has the focus only because its primary action was not available yet. */
  const isWaiting = useRef(false);
  const begin = (): HTMLElement | true => {
    if (wanted?.current) return wanted.current;
    if (!popup.current) return true;
    const target = firstOf(popup.current);
    isWaiting.current = target === popup.current && !popup.current.querySelector(FIELD);
    return target;
  };
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    if (waitingDialog && waitingDialog === popup.current) isWaiting.current = true;
    if (!open || !popup.current || !(isLost || (isWaiting.current && activeElement === popup.current))) return;
    waitingDialog = undefined;
    const target = firstOf(popup.current);
    if (target !== activeElement) target.focus({ preventScroll: true });
    isWaiting.current = target === popup.current && !popup.current.querySelector(FIELD);
  });
  return { popup, begin };
};
