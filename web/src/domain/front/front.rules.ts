import type { FrontPage } from '@skarb/schema/front-page';

/** Whether the first page has anything above its list. */
export const hasFront = (front: FrontPage | undefined): boolean =>
  front !== undefined &&
  (front.featured !== null ||
    [front.exhibitions, front.endingSoon, front.newArtists, front.sales, front.collections].some(
      (section) => section.length > 0,
    ));
