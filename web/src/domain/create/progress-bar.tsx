import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';

/** The uploaded share of a file. */
export const ProgressBar = ({ share }: { share: number }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const words =
    share < 1
      ? t('create.uploading', { percent: formats.percent(Math.floor(share * 100) / 100) })
      : t('create.working');
  return (
    <div className="flex flex-col gap-2">
      <progress className="sr-only" max={1} value={share} aria-label={words} />
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-ink-700">
        <div className="h-full bg-gold-400 transition-[width]" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="num text-sm text-ink-200">{words}</p>
    </div>
  );
};
