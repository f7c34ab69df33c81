import { LoaderCircle } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useWork } from '../../platform/http/work.ts';
import { TextButton } from './text-button.tsx';

/**
 * Shown while the browser solves the proof of work that many failed attempts require. It can be stopped; what was
 * typed stays.
 */
const Working = () => {
  const { t } = useTranslation();
  const stop = useWork();
  return (
    <div role="status" className={stop ? 'flex flex-wrap items-center gap-3 rounded-xl bg-ink-800 p-4' : 'sr-only'}>
      {stop && (
        <>
          <LoaderCircle aria-hidden className="size-5 animate-spin text-gold-400 motion-reduce:animate-none" />
          <span className="min-w-0 flex-1 basis-48">{t('auth.work.text')}</span>
          <TextButton onClick={stop}>{t('auth.work.stop')}</TextButton>
        </>
      )}
    </div>
  );
};

/**
 * Why a form was refused, announced to screen readers.
 * @param isBusy whether the form is being sent; shows the proof of work meanwhile
 */
export const FormFailure = ({ words, isBusy = false }: { words: string | undefined; isBusy?: boolean }) => (
  <>
    {isBusy && <Working />}
    {words && (
      <p role="alert" className="whitespace-pre-line rounded-xl bg-ink-800 p-4 text-red-400">
        {words}
      </p>
    )}
  </>
);
