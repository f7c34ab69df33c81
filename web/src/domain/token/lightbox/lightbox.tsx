import { Dialog } from '@base-ui/react/dialog';
import type { Image } from '@skarb/schema/media';
import { Maximize, Minimize, Minus, Plus, SquareArrowOutUpRight, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { useWayBack } from '../../../ui/dialog-focus.ts';
import { letterOf } from '../../../ui/letter-of.ts';
import { previewAt } from '../../../ui/picture.tsx';
import { FACTOR } from './zoom.rules.ts';
import { useZoom } from './use-zoom.ts';

/** The width of the largest preview; a larger original is fetched when the reader enlarges the picture. */
const PREVIEW = 1280;
/** A picture of so few pixels is drawn with sharp ones. */
const PIXEL_ART = 256;

const BAR_BUTTON = buttonClass('icon', 'medium', 'bg-ink-950/70 text-ink-50');

const onFullScreenChange = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};
const useFullScreen = () => {
  const box = useRef<HTMLDivElement>(null);
  const isFull = useSyncExternalStore(onFullScreenChange, () => document.fullscreenElement !== null);
  const toggle = () => {
    // A refusal (another page has asked, the user declined) leaves the picture as large as the window.
    if (isFull) document.exitFullscreen().catch(() => {});
    else box.current?.requestFullscreen().catch(() => {});
  };
  return { box, isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
};

/**
 * The original, once `isWanted`: until it has arrived, and if it does not, the preview stays.
 * @returns its URL when it can be shown at once
 */
const useOriginal = (url: string, isWanted: boolean): string | undefined => {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    if (!isWanted || loaded === url) return;
    let isGone = false;
    const file = new Image();
    file.src = url;
    file.decode().then(
      () => !isGone && setLoaded(url),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [url, isWanted, loaded]);
  return loaded === url ? url : undefined;
};

const BarButton = ({
  label,
  isDisabled,
  onPress,
  children,
}: {
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    // Not `disabled`, which would lose the focus of whoever pressed it.
    aria-disabled={isDisabled || undefined}
    onClick={isDisabled ? undefined : onPress}
    className={BAR_BUTTON}
  >
    {children}
  </button>
);

type Props = { image: Image; name: string; onClose: () => void };

/**
 * A picture as large as the window, with zoom and pan. The preview that the page has shown comes first; the original replaces
 * it when the reader enlarges it, and at once if it moves or is tiny.
 */
export const Lightbox = ({ image, name, onClose }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const wayBack = useWayBack(true);
  const { box, isFull, toggle } = useFullScreen();
  const { stageRef, frame, zoom, isHeld, handlers, onKey, zoomBy, reset } = useZoom(image, onClose);
  const isNear = zoom.scale > 1.01;
  const isTiny = Math.max(image.width, image.height) <= PIXEL_ART;
  const isMoving = image.mimeType === 'image/gif';
  const wanted = isTiny || isMoving || (isNear && image.width > PREVIEW);
  const original = useOriginal(image.url, wanted);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-ink-950 transition-opacity duration-200 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={box}
          initialFocus={box}
          finalFocus={wayBack}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (letterOf(event) === 'f' && toggle) toggle();
            else if (!onKey(event.key)) return;
            event.preventDefault();
          }}
          className="fixed inset-0 z-50 bg-ink-950 outline-none transition-opacity duration-200 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">{name}</Dialog.Title>
          <Dialog.Description className="sr-only">{t('work.lightbox.keys')}</Dialog.Description>
          <div
            ref={stageRef}
            {...handlers}
            data-stage
            className={cx(
              'absolute inset-0 flex touch-none select-none items-center justify-center overflow-hidden',
              isNear ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
            )}
          >
            {frame && (
              <img
                src={original ?? previewAt(image.preview, PREVIEW)}
                alt={name}
                draggable={false}
                data-original={original ? '' : undefined}
                className={cx(
                  'max-w-none shrink-0',
                  isTiny && '[image-rendering:pixelated]',
                  !isHeld && 'transition-transform duration-200 ease-quiet',
                )}
                style={{
                  width: frame.fit.width,
                  height: frame.fit.height,
                  transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
                }}
              />
            )}
          </div>
          <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center justify-end gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] *:pointer-events-auto fluid:p-5">
            {toggle && (
              <BarButton label={t(isFull ? 'work.lightbox.window' : 'work.lightbox.fullScreen')} onPress={toggle}>
                {isFull ? <Minimize aria-hidden className="size-5" /> : <Maximize aria-hidden className="size-5" />}
              </BarButton>
            )}
            <a
              href={image.url}
              target="_blank"
              rel="noreferrer"
              aria-label={t('work.lightbox.original')}
              title={t('work.lightbox.original')}
              className={BAR_BUTTON}
            >
              <SquareArrowOutUpRight aria-hidden className="size-5" />
            </a>
            <Dialog.Close className={BAR_BUTTON} aria-label={t('app.close')} title={t('app.close')}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-center justify-center gap-2 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:pointer-events-auto fluid:p-5">
            <BarButton label={t('work.lightbox.out')} isDisabled={!isNear} onPress={() => zoomBy(1 / FACTOR)}>
              <Minus aria-hidden className="size-5" />
            </BarButton>
            <button
              type="button"
              onClick={reset}
              title={t('work.lightbox.whole')}
              className="num min-h-11 min-w-18 rounded-full bg-ink-950/70 px-3 text-sm font-semibold text-ink-50 hover:bg-ink-800"
            >
              <span className="sr-only">{t('work.lightbox.whole')} </span>
              <span aria-live="polite">{formats.percent(Math.round(zoom.scale * 100) / 100)}</span>
            </button>
            <BarButton
              label={t('work.lightbox.in')}
              isDisabled={!!frame && zoom.scale >= frame.max - 0.001}
              onPress={() => zoomBy(FACTOR)}
            >
              <Plus aria-hidden className="size-5" />
            </BarButton>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
