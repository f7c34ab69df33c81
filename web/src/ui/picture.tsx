import { PREVIEW_WIDTHS } from '@skarb/schema/limits';
import { type CSSProperties, type RefObject, useState } from 'react';
import { preload } from 'react-dom';
import { cx } from './class-name.ts';
import { matOf } from './mat.ts';
import { placeholderUrl } from './placeholder.ts';

/** The fields of the API's `Image` that a picture needs. */
export type PictureSource = { preview: string; thumbhash: string; width: number; height: number };

/** The preview's URL for another stored width. */
export const previewAt = (preview: string, width: number, format: 'webp' | 'avif' = 'webp'): string =>
  preview.replace(/\/\d+\.webp$/, `/${width}.${format}`);
export const previewSet = (preview: string, format: 'webp' | 'avif' = 'webp'): string =>
  PREVIEW_WIDTHS.map((width) => `${previewAt(preview, width, format)} ${width}w`).join(', ');

/** The preview of each picture that this page has shown last: it is in the browser's cache. */
const shownFiles = new Map<string, string>();
export const shownFile = (preview: string): string | undefined => shownFiles.get(preview);

type Props = {
  image: PictureSource;
  alt: string;
  /** The displayed width, as in `<img sizes>`. */
  sizes: string;
  /** Visible without scrolling: loads at once, with high priority. */
  isFirst?: boolean;
  /** Width divided by height of the frame. Default: the picture's own ratio; null if the class sets the height. */
  ratio?: number | null;
  /**
   * `cover` fills the frame and cuts the picture. `mat` shows it whole on a mat, which is square without a ratio, and
   * `thumb` without the margin of one: for pictures of a few rem.
   */
  fit?: 'cover' | 'mat' | 'thumb';
  /** A hairline at the edge, which a black picture needs on a dark ground; by default only on a mat. */
  hasEdge?: boolean;
  className?: string;
  fileRef?: RefObject<HTMLImageElement | null>;
};

/** A picture from its previews: reserves its space, shows a blurred placeholder, loads lazily unless `isFirst`. */
export const Picture = ({
  image,
  alt,
  sizes,
  isFirst = false,
  ratio,
  fit = 'cover',
  hasEdge = fit !== 'cover',
  className,
  fileRef,
}: Props) => {
  const [isBroken, setBroken] = useState(false);
  // A page after a card shows the card's file until its own has arrived.
  const [known] = useState(() => shownFile(image.preview));
  const placeholder = known ?? placeholderUrl(image.thumbhash);
  const small = previewSet(image.preview, 'avif');
  // React preloads an <img> by itself, but not one inside a <picture>.
  if (isFirst && import.meta.env.SSR)
    preload(previewAt(image.preview, 640, 'avif'), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: small,
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  const background = { backgroundImage: placeholder ? `url(${placeholder})` : undefined };
  const own = image.width / image.height;
  const file = !isBroken && (
    <picture className="rounded-[inherit]">
      <source type="image/avif" srcSet={small} sizes={sizes} />
      <img
        ref={(img) => {
          // It may have loaded before it was hydrated.
          if (img?.complete && img.naturalWidth > 0) shownFiles.set(image.preview, img.currentSrc);
          if (fileRef) fileRef.current = img;
        }}
        src={image.preview}
        srcSet={previewSet(image.preview)}
        sizes={sizes}
        alt={alt}
        width={image.width}
        height={image.height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
        onLoad={({ currentTarget }) => shownFiles.set(image.preview, currentTarget.currentSrc)}
        onError={() => setBroken(true)}
        className={cx('absolute inset-0 size-full rounded-[inherit] object-cover', hasEdge && 'hung-edge')}
      />
    </picture>
  );
  return (
    <div
      // A browser may round the placeholder's colours differently from the server, which is not visible.
      suppressHydrationWarning
      className={cx('relative overflow-hidden bg-ink-800', fit === 'cover' ? 'bg-cover bg-center' : 'mat', className)}
      style={
        fit === 'cover'
          ? { ...background, aspectRatio: ratio === null ? undefined : String(ratio ?? own) }
          : ({
              '--own': own.toFixed(4),
              '--frame': ratio?.toFixed(4),
              backgroundColor: matOf(image.thumbhash),
            } as CSSProperties)
      }
    >
      {fit === 'cover' ? (
        file
      ) : (
        <div
          suppressHydrationWarning
          className={cx('hung bg-cover bg-center', fit === 'mat' && 'hung-apart')}
          style={background}
        >
          {file}
        </div>
      )}
      {isBroken && <span className="absolute inset-x-2 bottom-2 truncate text-center text-sm text-ink-50">{alt}</span>}
    </div>
  );
};
