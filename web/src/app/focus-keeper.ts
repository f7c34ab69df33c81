import { useEffect } from 'react';
import { controlsOf, FOCUSABLE, wordsOf } from '../ui/focusable.ts';

const DIALOG = '[role=dialog]';
/** Parts of the page that keep the focus among themselves. What is elsewhere, such as a message, gives it back. */
const PART = `${DIALOG}, header:not(#content header), #content`;
/** Whoever knows better where the focus belongs, such as a dialog that closes, has moved it by then. */
const PATIENCE_MS = 50;

/** A focused control and its surroundings, read while it is in the page. */
type Place = {
  control: HTMLElement;
  part: HTMLElement;
  /** The elements around it, the nearest first and its part last. */
  around: Element[];
  /** The controls of its part that come before it. */
  before: HTMLElement[];
  row: Element | null;
  list: Element | null;
  words: string;
};

const comesBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const placeOf = (control: HTMLElement): Place | undefined => {
  const part = control.closest<HTMLElement>(PART);
  if (!part || part === control) return undefined;
  const around: Element[] = [];
  for (let one = control.parentElement; one && one !== part; one = one.parentElement) around.push(one);
  const before = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => comesBefore(one, control));
  const row = control.closest('li, tr');
  return {
    control,
    part,
    around: [...around, part],
    before,
    row,
    list: row?.parentElement ?? null,
    words: wordsOf(control),
  };
};

/**
 * Where the focus goes when its control is gone. Of a row that left its list: the control with the same words in the row
 * that is there now. Otherwise the control after the last one that was before it, in the nearest element that is left and
 * has any. If the whole page is another one: its content.
 */
const successorOf = ({ part, around, before, row, list, words }: Place): HTMLElement | undefined => {
  if (!part.isConnected) return undefined;
  const last = before.findLast((one) => one.isConnected && one.checkVisibility());
  const follows = (one: HTMLElement) => !last || comesBefore(last, one);
  if (row && list?.isConnected && !row.isConnected) {
    const same = controlsOf(list).filter((one) => wordsOf(one) === words);
    const next = same.find(follows) ?? same.at(-1);
    if (next) return next;
  }
  if (around.some((one) => one !== part && one.isConnected))
    for (const one of around) {
      const controls = one.isConnected ? controlsOf(one) : [];
      const next = controls.find(follows) ?? controls.at(-1);
      if (next) return next;
    }
  return part;
};

/** Keeps the focus in its part of the page when what has it is removed. @returns a function that ends it */
const keepFocus = (): (() => void) => {
  /** What had the focus last, anywhere; undefined once the user has taken the focus away. */
  let focused: Element | undefined;
  let place: Place | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => !!focused && !focused.isConnected && document.activeElement === document.body;
  const note = (element: EventTarget | null) => {
    if (!(element instanceof HTMLElement) || element === document.body) return;
    focused = element;
    place = placeOf(element) ?? place;
  };
  const onFocus = ({ target }: FocusEvent) => note(target);
  // A control that is removed may tell, too, before it is gone.
  const onBlur = () =>
    queueMicrotask(() => {
      if (focused?.isConnected && document.activeElement === document.body) focused = undefined;
    });
  const giveBack = () => {
    timer = undefined;
    if (!isLost() || !place) return;
    const isBehind = document.querySelector(DIALOG) && !place.part.matches(DIALOG);
    if (isBehind) return;
    const next = place.control.isConnected ? place.control : successorOf(place);
    // On touch screens a field would open the keyboard.
    const isField = next?.matches('input, textarea') && matchMedia('(pointer: coarse)').matches;
    (isField ? place.part : next)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(giveBack, PATIENCE_MS);
  });
  note(document.activeElement);
  addEventListener('focusin', onFocus, true);
  addEventListener('focusout', onBlur, true);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    removeEventListener('focusin', onFocus, true);
    removeEventListener('focusout', onBlur, true);
  };
};

/** Mounted once per page: the focus never falls to the top of the page because a pressed control is gone. */
export const FocusKeeper = () => {
  useEffect(keepFocus, []);
  return null;
};
