import { Check, Copy as CopyIcon } from 'lucide-react';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from './class-name.ts';

/** A text shown shortened; whole on paper, where nobody can copy it. */
export const ShortHex = ({ text }: { text: string }) => (
  <>
    <span className="print:hidden">{shortHex(text)}</span>
    <span className="hidden whitespace-normal [overflow-wrap:anywhere] print:inline">{text}</span>
  </>
);

type Props = ComponentProps<'button'> & { text: string; label?: ReactNode };

/** A button that copies a text, shown shortened. As an item of a menu it has the menu's properties. */
export const Copy = ({ text, label, className, onClick, ...rest }: Props) => {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const Icon = isDone ? Check : CopyIcon;
  return (
    <button
      {...rest}
      type="button"
      title={text}
      onClick={(event) => {
        onClick?.(event);
        navigator.clipboard.writeText(text).then(
          () => setDone(true),
          () => {},
        );
      }}
      className={cx(
        'num inline-flex min-h-6 items-center gap-1.5 rounded-md text-left text-ink-200 transition-colors hover:text-ink-50',
        className,
      )}
    >
      {label ?? <ShortHex text={text} />}
      <Icon aria-hidden className={cx('size-3.5 print:hidden', isDone ? 'text-green-400' : 'text-ink-400')} />
      <span className="sr-only" aria-live="polite">
        {isDone ? t('app.copied') : t('app.copy')}
      </span>
    </button>
  );
};
