import type { Token } from '@skarb/schema/token';
import { Expand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { Picture, previewAt } from '../../ui/picture.tsx';

/** The work itself, as large as the window allows, never cut. */
export const TokenMedia = ({ token }: { token: Pick<Token, 'name' | 'image'> }) => {
  const { t } = useTranslation();
  const { image, name } = token;
  const [kind] = image.mimeType.split('/');
  const ratio = image.width / image.height;
  // As wide as the column, unless that would be taller than the window.
  const width = { maxWidth: `calc((100dvh - 9rem) * ${ratio})` };
  return (
    <figure className="group relative flex flex-col items-center">
      {kind === 'video' ? (
        <video
          src={image.url}
          poster={previewAt(image.preview, 1280)}
          controls
          loop
          muted
          playsInline
          aria-label={name}
          className="w-full rounded-2xl bg-ink-800"
          style={{ ...width, aspectRatio: ratio }}
        />
      ) : (
        <div className="w-full" style={width}>
          <Picture
            image={image}
            alt={name}
            sizes="(min-width: 64rem) 60vw, (min-width: 30rem) 92vw, 54vw"
            isFirst
            className="rounded-2xl"
          />
        </div>
      )}
      {kind === 'audio' && <audio src={image.url} controls aria-label={name} className="mt-4 w-full" />}
      {kind === 'model' && <figcaption className="mt-3 text-sm text-ink-200">{t('token.page.model')}</figcaption>}
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
    </figure>
  );
};
