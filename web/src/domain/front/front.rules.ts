import type { Exhibition } from '@skarb/schema/exhibition';
import type { FrontPage } from '@skarb/schema/front-page';

/** Whether the first page has anything above its list. */
export const hasFront = (front: FrontPage | undefined): boolean =>
  front !== undefined &&
  (front.featured !== null ||
    [front.exhibitions, front.endingSoon, front.newArtists, front.sales, front.collections].some(
      (section) => section.length > 0,
    ));

/** How many works an exhibition has: of a collection all of them, of which it shows the first. */
export const sizeOf = ({ works, collection }: Pick<Exhibition, 'works' | 'collection'>): number =>
  collection && works.length > 0 ? Math.max(collection.items, works.length) : works.length;

/** The first sentences of a text, as many as fit, but at least one. */
export const beginningOf = (text: string, most = 180): string => {
  const [paragraph = ''] = text.split('\n');
  const [first = '', ...others] = paragraph.split(/(?<=[.!?…]["”»’)]?)\s+/);
  let shown = first;
  for (const sentence of others) {
    if (shown.length + 1 + sentence.length > most) break;
    shown += ` ${sentence}`;
  }
  return shown;
};
