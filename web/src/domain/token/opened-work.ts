import type { Token } from '@skarb/schema/token';

/** The card that was pressed last: the page of its work shows it until its own data have arrived. */
let opened: Token | undefined;
let holder: HTMLElement | undefined;

export const rememberOpened = (token: Token): void => {
  opened = token;
};

/** The work as its card showed it, if that was the card pressed last. */
export const openedWork = (uuid: string): Token | undefined => (opened?.uuid === uuid ? opened : undefined);

/**
 * Gives an element the transition name of the work: on a navigation the browser moves its picture from the card to the page
 * and back. One element at a time has it, since a name that occurs twice cancels the transition.
 */
export const holdTransitionName = (element: HTMLElement | null | undefined): void => {
  if (!element) return;
  holder?.style.removeProperty('view-transition-name');
  holder = element;
  element.style.setProperty('view-transition-name', 'work');
};
