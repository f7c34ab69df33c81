import type { Token } from '@skarb/schema/token';
import { Download, Expand } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Picture, previewAt } from '../../ui/picture.tsx';

/** The token's media, as large as the window allows, never cropped. */
export const TokenMedia = ({ token }: { token: Pick<Token, 'name' | 'image'> }) => {
  const { t } = useTranslation();
  const { image, name } = token;
  const [kind] = image.mimeType.split('/');
  // The stored size is the poster's; a video reports its own once its metadata is loaded.
  const [filmRatio, setFilmRatio] = useState<number>();
  const measure = useCallback((film: HTMLVideoElement | null) => {
    if (film && film.videoHeight > 0) setFilmRatio(film.videoWidth / film.videoHeight);
  }, []);
  const ratio = filmRatio ?? image.width / image.height;
  // As wide as the column, unless that would be taller than the window.
  const width = { maxWidth: `calc((100dvh - 9rem) * ${ratio})` };
  return (
    <figure className="group flex flex-col items-center">
      {kind === 'video' ? (
        <video
          src={image.url}
          poster={previewAt(image.preview, 1280)}
          controls
          loop
          playsInline
          preload="metadata"
          // The metadata may have loaded before hydration.
          ref={measure}
          onLoadedMetadata={(event) => measure(event.currentTarget)}
          aria-label={name}
          className="w-full rounded-2xl bg-ink-800"
          style={{ ...width, aspectRatio: ratio }}
        />
      ) : (
        <div className="relative w-full" style={width}>
          <Picture
            image={image}
            alt={name}
            sizes="(min-width: 64rem) 60vw, (min-width: 30rem) 92vw, 54vw"
            isFirst
            className="rounded-2xl"
          />
          {kind === 'image' && (
            <a
              href={image.url}
              target="_blank"
              rel="noreferrer"
              aria-label={t('token.page.fullSize')}
              title={t('token.page.fullSize')}
              className={buttonClass(
                'icon',
                'small',
                'absolute bottom-3 right-3 bg-ink-950/70 text-ink-50 transition-opacity wide:opacity-0 wide:focus-visible:opacity-100 wide:group-hover:opacity-100',
              )}
            >
              <Expand aria-hidden className="size-4" />
            </a>
          )}
        </div>
      )}
      {kind === 'audio' && (
        <audio src={image.url} controls preload="metadata" aria-label={name} className="mt-4 w-full" style={width} />
      )}
      {kind === 'model' && (
        <figcaption className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-ink-200">
          {t('token.page.model')}
          <a href={image.url} download className={buttonClass('outlined', 'small')}>
            <Download aria-hidden className="size-4" />
            {t('token.page.download')}
          </a>
        </figcaption>
      )}
    </figure>
  );
};
