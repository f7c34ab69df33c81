import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useHasInteracted } from '../platform/lazy/use-has-interacted.ts';
import { useIsPageIdle } from '../platform/lazy/use-is-page-idle.ts';
import { Picture } from './picture.tsx';

/** Whether the reader wants as little data as possible. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches;

/**
 * A picture of which `sizes` says less than the truth on phones, so that it is painted early. Once it is there and the page
 * is idle, the file for its true width (`sharpSizes`) takes its place. The first file of a screen with one pixel for each of
 * CSS has fewer pixels than the picture is wide: the second one would be a later largest paint, so it waits for an
 * interaction.
 */
export const SharpPicture = ({
  sizes,
  sharpSizes,
  ...props
}: Omit<ComponentProps<typeof Picture>, 'fileRef'> & { sharpSizes: string }) => {
  const file = useRef<HTMLImageElement>(null);
  const [isSharp, setSharp] = useState(false);
  const isPageIdle = useIsPageIdle();
  const hasInteracted = useHasInteracted();
  useEffect(() => {
    const img = file.current;
    if (!img || savesData() || !(hasInteracted || (isPageIdle && devicePixelRatio > 1))) return;
    const sharpen = () => setSharp(true);
    // A file that the browser fetches only near the window is not fetched twice.
    if ((img.complete && img.naturalWidth > 0) || img.loading === 'lazy') return sharpen();
    img.addEventListener('load', sharpen, { once: true });
    return () => img.removeEventListener('load', sharpen);
  }, [isPageIdle, hasInteracted]);
  return <Picture {...props} sizes={isSharp ? sharpSizes : sizes} fileRef={file} />;
};
