import { useEffect, useRef, useState, type RefObject } from 'react';
import { controlsOf, FIELD, FOCUSABLE, NOT, wordsOf } from './focusable.ts';

/** A part of the page that keeps the focus when a pressed control in it is gone: see `FocusPlace`. */
const PLACE = '[data-focus-place]';

/** The first field, without those of a list's rows, such as a cart's: a reader begins before the list. */
const fieldOf = (content: Element): HTMLElement | undefined =>
  [...content.querySelectorAll<HTMLElement>(FIELD)].find((one) => !one.closest('[data-rows]'));

/**
 * Where a dialog's focus begins: the first field, which is waited for if it is still to come, else the primary action, else the first control of the content. On touch
 * screens the dialog itself instead of a field, because a focused field opens the keyboard.
 */
const firstOf = (popup: HTMLElement): HTMLElement => {
  const content = popup.querySelector('[data-dialog-content]') ?? popup;
  const field = fieldOf(content);
  if (field) return matchMedia('(pointer: coarse)').matches ? popup : field;
  if (content.querySelector('[data-fields]')) return popup;
  const primary = content.querySelector<HTMLElement>(`button[data-primary]${NOT}, a[data-primary]`);
  if (primary) return primary;
  // One that is not available yet is waited for: another control would be pressed in its place.
  return content.querySelector('[data-primary]') ? popup : (content.querySelector<HTMLElement>(FOCUSABLE) ?? popup);
};

/** An element, its ancestors up to its section or place, and its words: enough to find its place again. */
type Trail = { elements: Element[]; words: string };
const trailOf = (element: Element): Trail => {
  const elements: Element[] = [];
  for (
    let one: Element | null = element;
    one && one !== document.body && one.id !== 'content';
    one = one.parentElement
  ) {
    elements.push(one);
    if (one.matches(`section, ${PLACE}`)) break;
  }
  return { elements, words: wordsOf(element) };
};

/**
 * Where the focus goes when a control is removed: in the nearest ancestor that is left and has controls, the one with the
 * same words, else its main or first one. If its section has none, to the page's place of actions; a place without controls
 * takes the focus itself.
 */
const successorOf = ({ elements, words }: Trail): HTMLElement | null => {
  const content = document.getElementById('content');
  const main = content?.querySelector<HTMLElement>(PLACE);
  for (const place of [...elements, main]) {
    if (!place?.isConnected) continue;
    const controls = controlsOf(place);
    const same = controls.find((one) => words && wordsOf(one) === words);
    const next = same ?? controls.find(({ dataset }) => 'mainAction' in dataset) ?? controls[0];
    if (next) return next;
    if (place.matches(PLACE)) return place as HTMLElement;
  }
  return content;
};
const targetOf = (trail: Trail): HTMLElement | null => {
  const [first] = trail.elements;
  return first instanceof HTMLElement && first.isConnected ? first : successorOf(trail);
};

/**
 * What Base UI's `finalFocus` returns so that the focus comes to an element. One that only code can focus gets it here:
 * Base UI would go on to the first control inside, such as the first field of a page.
 */
export const comeTo = (element: HTMLElement | null): HTMLElement | boolean => {
  if (!element || element.tabIndex >= 0) return element ?? true;
  element.focus({ preventScroll: true });
  return false;
};

/** What the user last pressed on the page itself: one dialog may follow another, such as a purchase a sign-in. */
let lastOutside: Trail | undefined;
/** What got the focus in its place: not the user's choice, so a dialog that follows must not return there. */
let standIn: Element | null = null;

let stopKeeping = (): void => {};
/**
 * After a dialog has closed and until the user acts: when the page removes what has the focus, gives it to the successor;
 * when a better successor appears, such as a button that takes the place of a placeholder, to that one.
 */
const keepFocus = (trail: Trail): void => {
  stopKeeping();
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    const isOurs = activeElement === document.body || activeElement === standIn;
    if (!isOurs || document.querySelector('[role=dialog]')) return;
    const next = targetOf(trail);
    if (next === activeElement) return;
    standIn = next;
    next?.focus({ preventScroll: true });
  });
  stopKeeping = () => {
    observer.disconnect();
    for (const type of ['keydown', 'pointerdown']) removeEventListener(type, stopKeeping, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, stopKeeping, true);
};

/** What has the focus; in a menu, which closes when one of its items opens a dialog, its button. */
const activeControl = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]');
  return (menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) ?? document.activeElement;
};

/** Whether a dialog is open or opens. */
export const hasDialog = (): boolean => document.querySelector('[role=dialog]:not([data-closed])') !== null;

/** The dialog that another one, such as a wallet's prompt, gave the focus back to: it has nothing to press yet. */
let waitingDialog: HTMLElement | undefined;

const trailFrom = (active: Element | null): Trail | undefined => {
  if (active && active !== document.body && active !== standIn && !active.closest('[role=dialog]'))
    lastOutside = trailOf(active);
  return lastOutside;
};

/**
 * Returns the focus to the element that had it when the dialog opened. If that is or will be removed (a button that
 * withdraws an offer disappears with the offer), to its successor: never to the top of the page. In a dialog below that has
 * moved on meanwhile, to its first action.
 */
export const useWayBack = (open: boolean): (() => HTMLElement | boolean) => {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  const [trail, setTrail] = useState<Trail>();
  const [below, setBelow] = useState<HTMLElement>();
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && typeof document !== 'undefined') {
      const active = activeControl();
      setOpener(active === standIn ? null : active);
      setTrail(trailFrom(active));
      setBelow([...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1));
    }
  }
  return () => {
    if (opener instanceof HTMLElement && opener !== document.body && opener !== below && opener.isConnected) {
      if (!opener.closest('[role=dialog]')) keepFocus(trailOf(opener));
      return true;
    }
    if (below?.isConnected) {
      const first = firstOf(below);
      if (first === below) waitingDialog = below;
      return comeTo(first);
    }
    const next = trail ? targetOf(trail) : document.getElementById('content');
    standIn = next === trail?.elements[0] ? null : next;
    if (trail) keepFocus(trail);
    return comeTo(next);
  };
};

/**
 * Keeps the focus inside an open dialog when a step removes the focused element, or when its first action becomes
 * available only after it opened.
 */
export const useDialogFocus = (
  open: boolean,
  wanted: RefObject<HTMLElement | null> | undefined,
): { popup: RefObject<HTMLDivElement | null>; begin: () => HTMLElement | boolean } => {
  const popup = useRef<HTMLDivElement>(null);
  /** The dialog itself has the focus only because its primary action was not available yet. */
  const isWaiting = useRef(false);
  const begin = (): HTMLElement | boolean => {
    if (wanted?.current) return wanted.current;
    if (!popup.current) return true;
    const target = firstOf(popup.current);
    isWaiting.current = target === popup.current && !fieldOf(popup.current);
    if (!target.closest('[data-dialog-action]')) return target;
    // It is always in view, and Base UI would scroll to its place at the end: the dialog begins with what it is about.
    target.focus({ preventScroll: true });
    return false;
  };
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    if (waitingDialog && waitingDialog === popup.current) isWaiting.current = true;
    if (!open || !popup.current || !(isLost || (isWaiting.current && activeElement === popup.current))) return;
    waitingDialog = undefined;
    const target = firstOf(popup.current);
    if (target !== activeElement) target.focus({ preventScroll: true });
    isWaiting.current = target === popup.current && !fieldOf(popup.current);
  });
  return { popup, begin };
};
