import { previewAt, previewSet } from './picture.tsx';

/** The shape that the forms ask for and crop to: at each width a banner is shown whole. */
export const BANNER_SHAPE = 'aspect-[4/1]';

/** A picture across a page, in a frame of `BANNER_SHAPE`. */
export const Banner = ({ url }: { url: string }) => (
  <picture>
    <source type="image/avif" srcSet={previewSet(url, 'avif')} sizes="100vw" />
    <img
      src={previewAt(url, 1280)}
      srcSet={previewSet(url)}
      sizes="100vw"
      alt=""
      fetchPriority="high"
      className="size-full object-cover"
    />
  </picture>
);
