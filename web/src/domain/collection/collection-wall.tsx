import type { Image } from '@skarb/schema/media';
import { matOf } from '../../ui/mat.ts';
import { Picture } from '../../ui/picture.tsx';

/** Works on the wall besides the cover; on a narrow one those at the end are out of view. */
const WORKS_MAX = 4;
/** The height of a work in pixels, as the classes below give it. */
const HEIGHT = { narrow: 136, wide: 128 } as const;

/**
 * The banner of a collection: its cover and some of its works, whole, side by side on a wall in the cover's tone.
 * @param works undefined while they are loading: the wall waits for them, so that nothing on it moves
 */
export const CollectionWall = ({ cover, works }: { cover: Image; works: readonly Image[] | undefined }) => {
  const others = (works ?? []).filter(({ preview }) => preview !== cover.preview).slice(0, WORKS_MAX);
  // The cover in the middle, where a narrow wall shows it.
  const hung = [...others.slice(0, others.length >> 1), cover, ...others.slice(others.length >> 1)];
  return (
    <div
      className="h-44 overflow-hidden rounded-3xl bg-ink-800 fluid:h-40 print:h-auto"
      style={{ backgroundColor: matOf(cover.thumbhash) }}
    >
      <div className="flex h-full items-center justify-center gap-5 print:flex-wrap [mask-image:linear-gradient(to_right,transparent,black_8%,black_92%,transparent)] fluid:gap-10 print:[mask-image:none]">
        {(works ? hung : []).map((image) => {
          const ratio = image.width / image.height;
          return (
            <Picture
              key={image.preview}
              image={image}
              alt=""
              sizes={`(min-width: 47.5rem) ${Math.round(HEIGHT.wide * ratio)}px, ${Math.round(HEIGHT.narrow * ratio)}px`}
              isFirst={image === cover}
              hasEdge
              className="h-34 shrink-0 shadow-2xl fluid:h-32"
            />
          );
        })}
      </div>
    </div>
  );
};
