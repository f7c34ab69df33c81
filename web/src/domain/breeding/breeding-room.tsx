import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Where one of a pair will be, as high as it. */
export const PlaceRoom = ({ isChosen, isFlat = false }: { isChosen: boolean; isFlat?: boolean }) => (
  <div aria-hidden>
    <Skeleton className={cx('aspect-square rounded-3xl', isFlat && 'wide:aspect-video')} />
    {isChosen && (
      <div className="h-72 pt-4 fluid:h-52">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-2 h-4 w-1/2" />
      </div>
    )}
  </div>
);

/** Where a pair's odds will be. What follows them is out of view, so that it does not move before somebody's eyes. */
export const OddsRoom = () => (
  <div
    aria-hidden
    className="mt-12 grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-12"
  >
    <Skeleton className="h-96 rounded-3xl wide:order-last" />
    <Skeleton className="h-96 rounded-3xl" />
  </div>
);

/** Where the pair in the address and its odds will be. */
export const StudioRoom = ({ pair: [matron, sire] }: { pair: readonly [boolean, boolean] }) => (
  <>
    <div className="mx-auto grid max-w-5xl grid-cols-2 items-start gap-3 max-[19rem]:grid-cols-1 fluid:grid-cols-[1fr_8rem_1fr] fluid:gap-6">
      <PlaceRoom isChosen={matron} isFlat={!matron && !sire} />
      <span aria-hidden className="hidden fluid:block" />
      <PlaceRoom isChosen={sire} isFlat={!matron && !sire} />
    </div>
    {matron && sire && <OddsRoom />}
  </>
);

/** Where the story of a breeding will be, between its parents. */
export const StoryRoom = () => (
  <div aria-hidden className="min-h-dvh">
    <div className="mx-auto grid max-w-5xl fluid:grid-cols-[12rem_minmax(0,1fr)_12rem] fluid:gap-8">
      <div className="mx-auto w-full max-w-md fluid:col-start-2">
        <Skeleton className="aspect-square rounded-3xl" />
        <Skeleton className="mx-auto mt-6 h-9 w-2/3" />
      </div>
    </div>
  </div>
);
