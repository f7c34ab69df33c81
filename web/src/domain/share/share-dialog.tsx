import { useRef } from 'react';
import { renderSVG } from 'uqr';
import { feedOf } from '../../platform/head/head-links.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { embedCode, shareLinks } from './share.rules.ts';

const field =
  'w-full rounded-xl border border-ink-700 bg-ink-950 px-3 text-sm text-ink-200 focus-visible:border-gold-400';

/** The ways to share a page: its link, other services, e-mail, its feed, a QR code, and the code of a card for other sites. */
export const ShareDialog = ({
  open,
  onOpenChange,
  to,
  title,
  hasCard,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  to: string;
  title: string;
  hasCard: boolean;
}) => {
  const { t, i18n } = useTranslation();
  const copyButton = useRef<HTMLButtonElement>(null);
  const url = location.origin + to;
  const copy = (text: string, word: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t(word)),
      // The text is in a field: people can copy it there.
      () => toast.error(t('share.copyFailed')),
    );
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2, ecc: 'M' }))}`;
  const feed = feedOf(new URL(url));
  const code = hasCard && embedCode(`${location.origin}/embed${to}`, title);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('share.title')} initialFocus={copyButton}>
      <label className="block">
        <span className="sr-only">{t('share.link')}</span>
        <input readOnly value={url} onFocus={({ target }) => target.select()} className={`${field} min-h-11`} />
      </label>
      <Button ref={copyButton} className="mt-3 w-full" onClick={() => copy(url, 'share.copied')}>
        {t('share.copy')}
      </Button>
      <ul aria-label={t('share.by')} className="mt-4 grid grid-cols-2 gap-2">
        {shareLinks(url, title).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target={href.startsWith('mailto:') ? undefined : '_blank'}
              rel="noopener noreferrer"
              className={buttonClass('outlined', 'medium', 'w-full')}
            >
              {name === 'email' ? t('share.email') : name}
            </a>
          </li>
        ))}
      </ul>
      {feed && (
        <a
          href={`${feed.path}.rss?${feed.query(i18n.language)}`}
          className="mt-4 inline-flex min-h-9 items-center text-sm text-ink-200 underline underline-offset-4 hover:text-ink-50"
        >
          {t('share.feed')}
        </a>
      )}
      <details className="mt-6 border-t border-ink-700 pt-5">
        <summary className="cursor-pointer font-semibold">{t('share.qr')}</summary>
        <p className="mt-1 text-sm text-ink-400">{t('share.qrText')}</p>
        <img src={picture} alt={t('share.qrOf', { url })} className="mx-auto mt-3 w-48 rounded-xl bg-ink-50" />
        <a href={picture} download="skarb-qr.svg" className={buttonClass('outlined', 'small', 'mt-3 w-full')}>
          {t('share.qrSave')}
        </a>
      </details>
      {code && (
        <section className="mt-6 border-t border-ink-700 pt-5">
          <h3 className="font-semibold">{t('share.embed')}</h3>
          <p className="mt-1 text-sm text-ink-400">{t('share.embedText')}</p>
          <textarea
            readOnly
            rows={4}
            value={code}
            aria-label={t('share.code')}
            onFocus={({ target }) => target.select()}
            className={`${field} mt-3 resize-none py-2 font-mono text-xs`}
          />
          <Button
            variant="outlined"
            size="small"
            className="mt-2 w-full"
            onClick={() => copy(code, 'share.codeCopied')}
          >
            {t('share.copyCode')}
          </Button>
        </section>
      )}
    </Dialog>
  );
};
