import { PREVIEW_WIDTHS } from '@skarb/schema/limits';
import { useState } from 'react';
import { preload } from 'react-dom';
import { cx } from './class-name.ts';
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

type Props = {
  image: PictureSource;
  alt: string;
  /** The displayed width, as in `<img sizes>`. */
  sizes: string;
  /** Visible without scrolling: loads at once, with high priority. */
  isFirst?: boolean;
  /** Width divided by height of the frame. Default: the picture's own ratio; null if the class sets the height. */
  ratio?: number | null;
  /** `cover` fills the frame and cuts the picture, `contain` shows it whole. */
  fit?: 'cover' | 'contain';
  className?: string;
};

/** A picture from its previews: reserves its space, shows a blurred placeholder, loads lazily unless `isFirst`. */
export const Picture = ({ image, alt, sizes, isFirst = false, ratio, fit = 'cover', className }: Props) => {
  const [isBroken, setBroken] = useState(false);
  // A page after a card shows the card's file until its own has arrived.
  const [known] = useState(() => shownFiles.get(image.preview));
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
  return (
    <div
      // A browser may round the placeholder's colours differently from the server, which is not visible.
      suppressHydrationWarning
      className={cx('relative overflow-hidden bg-ink-800 bg-cover bg-center', className)}
      style={{
        aspectRatio: ratio === null ? undefined : String(ratio ?? image.width / image.height),
        backgroundImage: placeholder && fit === 'cover' ? `url(${placeholder})` : undefined,
      }}
    >
      {!isBroken && (
        <picture>
          <source type="image/avif" srcSet={small} sizes={sizes} />
          <img
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
            className={cx('absolute inset-0 size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
          />
        </picture>
      )}
      {isBroken && <span className="absolute inset-x-2 bottom-2 truncate text-center text-sm text-ink-50">{alt}</span>}
    </div>
  );
};
