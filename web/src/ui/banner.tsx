import { previewAt, previewSet } from './picture.tsx';

/** A picture across a page; its frame gives the shape. */
export const Banner = ({ url }: { url: string }) => (
  <picture>
    <source type="image/avif" srcSet={previewSet(url, 'avif')} sizes="(min-width: 47.5rem) 100vw, 160vw" />
    <img
      src={previewAt(url, 1280)}
      srcSet={previewSet(url)}
      sizes="(min-width: 47.5rem) 100vw, 160vw"
      alt=""
      fetchPriority="high"
      className="size-full object-cover"
    />
  </picture>
);
