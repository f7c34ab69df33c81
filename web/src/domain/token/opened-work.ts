import type { Image } from '@skarb/schema/media';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { PictureSource } from '../../ui/picture.tsx';

/** What the page of a work shows until its own data have arrived. Sections of pages know less than cards do. */
export type OpenedWork = {
  uuid: string;
  name: string;
  image: PictureSource & Partial<Pick<Image, 'url' | 'mimeType'>>;
  collection?: { name: string };
};

/** The work that was pressed last, and where. */
let opened: { work: OpenedWork; from: string } | undefined;
let holder: HTMLElement | undefined;

/** The work as it was shown where it was pressed, if it was the last one. */
export const openedWork = (uuid: string): OpenedWork | undefined =>
  opened?.work.uuid === uuid ? opened.work : undefined;

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

/** The picture inside an element, without its mat. */
const artIn = (place: HTMLElement | null): HTMLElement | null | undefined =>
  place?.querySelector('picture')?.parentElement ?? place?.querySelector('img');

/**
 * For a link from a work's picture, which is in the element of `place`, to a page that begins with the same picture: the
 * browser moves it there and back.
 * @param from names the section, since several of a page may show the same work
 */
export const useWorkLink = <E extends HTMLElement>(
  work: OpenedWork,
  from: string,
): { place: RefObject<E | null>; link: { viewTransition: true; onClick: () => void } } => {
  const place = useRef<E>(null);
  // On the way back from its page, before the browser takes the picture of the new screen.
  useLayoutEffect(() => {
    if (opened?.work.uuid === work.uuid && opened.from === from) holdTransitionName(artIn(place.current));
  }, [work.uuid, from]);
  return {
    place,
    link: {
      viewTransition: true,
      onClick: () => {
        opened = { work, from };
        holdTransitionName(artIn(place.current));
      },
    },
  };
};
