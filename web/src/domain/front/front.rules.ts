import type { FrontPage } from '@skarb/schema/front-page';

/** Whether the first page has anything above its list. */
export const hasFront = (front: FrontPage | undefined): boolean =>
  front !== undefined &&
  (front.featured !== null ||
    [front.exhibitions, front.endingSoon, front.newArtists, front.sales, front.collections].some(
      (section) => section.length > 0,
    ));

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
