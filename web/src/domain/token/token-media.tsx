import type { Image } from '@skarb/schema/media';
import { Box, Download, Expand, Play } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { previewAt, shownFile } from '../../ui/picture.tsx';
import { SharpPicture } from '../../ui/sharp-picture.tsx';
import { useLightbox } from './lightbox/use-lightbox.ts';
import { holdTransitionName, type OpenedWork } from './opened-work.ts';

const Lightbox = lazyDialog(async () => (await import('./lightbox/lightbox.tsx')).Lightbox);
const SoundPlayer = clientOnly(async () => (await import('./sound-player.tsx')).SoundPlayer);
const ModelView = clientOnly(async () => (await import('./model/model-view.tsx')).ModelView);

/** Whether the picture's own data have arrived. */
const isWhole = (image: OpenedWork['image']): image is Image => image.url !== undefined && image.mimeType !== undefined;

const SIZES = {
  sizes: '(min-width: 64rem) 60vw, (min-width: 30rem) 92vw, 54vw',
  sharpSizes: '(min-width: 64rem) 60vw, 92vw',
};
const ON_PICTURE = 'absolute bg-ink-950/70 text-ink-50';

type MovingProps = {
  token: OpenedWork;
  width: (ratio: number) => CSSProperties;
  box: RefObject<HTMLDivElement | null>;
};

/** A video with the browser's controls: it loads its length and first picture, and plays on a press only. */
const Film = ({ token: { name, image }, width }: Omit<MovingProps, 'box'>) => {
  // The stored size is the poster's; a video reports its own once its metadata is loaded.
  const [filmRatio, setFilmRatio] = useState<number>();
  const film = useRef<HTMLVideoElement>(null);
  const [known] = useState(() => shownFile(image.preview));
  const measure = useCallback(() => {
    const { videoWidth = 0, videoHeight = 0 } = film.current ?? {};
    if (videoHeight > 0) setFilmRatio(videoWidth / videoHeight);
  }, []);
  useLayoutEffect(() => {
    holdTransitionName(film.current);
    // The metadata may have loaded before hydration.
    measure();
  }, [measure]);
  const ratio = filmRatio ?? image.width / image.height;
  return (
    <video
      ref={film}
      src={image.url}
      poster={previewAt(image.preview, 1280)}
      controls
      loop
      playsInline
      preload="metadata"
      onLoadedMetadata={measure}
      aria-label={name}
      className="w-full rounded-2xl bg-ink-800 bg-cover bg-center"
      // The file of the card, until the poster has arrived.
      style={{ ...width(ratio), aspectRatio: ratio, backgroundImage: known && `url(${known})` }}
    />
  );
};

/** A picture that opens in the lightbox. Without script the link shows the original. */
const Still = ({ token: { name, image } }: { token: OpenedWork }) => {
  const { t } = useTranslation();
  const { isOpen, open, close } = useLightbox();
  const [isPlaying, setPlaying] = useState(false);
  return (
    <>
      <SharpPicture image={image} alt={isPlaying ? '' : name} {...SIZES} isFirst hasEdge className="rounded-2xl" />
      {isPlaying && <img src={image.url} alt={name} className="absolute inset-0 size-full rounded-2xl" />}
      <a
        href={image.url}
        target="_blank"
        rel="noreferrer"
        aria-haspopup="dialog"
        aria-label={t('token.page.fullSize')}
        title={t('token.page.fullSize')}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
        className="absolute inset-0 cursor-zoom-in rounded-2xl"
      >
        <span
          className={buttonClass(
            'icon',
            'small',
            cx(
              ON_PICTURE,
              'bottom-3 right-3 transition-opacity print:hidden wide:opacity-0 wide:group-focus-within:opacity-100 wide:group-hover:opacity-100',
            ),
          )}
        >
          <Expand aria-hidden className="size-4" />
        </span>
      </a>
      {image.mimeType === 'image/gif' && !isPlaying && (
        <Button
          variant="icon"
          size="small"
          aria-label={t('token.page.play')}
          title={t('token.page.play')}
          onClick={() => setPlaying(true)}
          className={cx(ON_PICTURE, 'bottom-3 left-3')}
        >
          <Play aria-hidden className="size-4" />
        </Button>
      )}
      {isOpen && isWhole(image) && <Lightbox image={image} name={name} onClose={close} />}
    </>
  );
};

/** The cover of a model, which gives way to the model itself when the reader asks for it. */
const Model = ({ token: { name, image }, width, box }: MovingProps) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div ref={box} className="relative w-full" style={width(image.width / image.height)}>
        <SharpPicture image={image} alt={name} {...SIZES} isFirst hasEdge className="rounded-2xl" />
        {isOpen && image.url && <ModelView url={image.url} name={name} className="absolute inset-0 rounded-2xl" />}
      </div>
      <figcaption className="mt-4 flex flex-wrap items-center justify-center gap-3">
        <Button variant="outlined" size="small" onClick={() => setOpen((before) => !before)}>
          <Box aria-hidden className="size-4" />
          {t(isOpen ? 'work.model.close' : 'work.model.open')}
        </Button>
        <a href={image.url} download className={buttonClass('outlined', 'small')}>
          <Download aria-hidden className="size-4" />
          {t('token.page.download')}
        </a>
      </figcaption>
    </>
  );
};

/** The token's media, as large as the window allows, never cropped. */
export const TokenMedia = ({ token }: { token: OpenedWork }) => {
  const { image, name } = token;
  // A section that does not know the kind shows the picture.
  const [kind] = (image.mimeType ?? 'image/').split('/');
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => holdTransitionName(box.current), [token.uuid, kind]);
  // The header, and below the picture the player of a sound or the buttons of a model.
  const taken = kind === 'audio' || kind === 'model' ? '13.5rem' : '9rem';
  /** As wide as the column, unless that would be taller than the window; of a low window a picture takes more. */
  const widthOf = (ratio: number): CSSProperties => ({ maxWidth: `calc(max(100dvh - ${taken}, 15rem) * ${ratio})` });
  const width = widthOf(image.width / image.height);
  if (kind === 'video' || kind === 'model')
    return (
      <figure className="flex flex-col items-center">
        {kind === 'video' ? <Film token={token} width={widthOf} /> : <Model token={token} width={widthOf} box={box} />}
      </figure>
    );
  return (
    <figure className="group flex flex-col items-center">
      <div ref={box} className="relative w-full" style={width}>
        {kind === 'audio' ? (
          <SharpPicture image={image} alt={name} {...SIZES} isFirst hasEdge className="rounded-2xl" />
        ) : (
          <Still token={token} />
        )}
      </div>
      {kind === 'audio' && (
        <div className="mt-4 min-h-14 w-full min-w-[min(100%,20rem)]" style={width}>
          <SoundPlayer
            src={image.url ?? ''}
            name={name}
            fallback={<audio src={image.url} controls preload="metadata" aria-label={name} className="h-14 w-full" />}
          />
        </div>
      )}
    </figure>
  );
};
