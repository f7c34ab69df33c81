import type { Rarity } from '@skarb/schema/token';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

/** A work's rank by rarity in one sentence; a press explains it. */
export const RarityNote = ({ rarity: { rank, of } }: { rarity: Rarity }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  // Whole percents, rounded down: "rarer than 100 %" would be wrong.
  const share = Math.floor(((of - rank) / of) * 100) / 100;
  return (
    <div className="mb-3 rounded-xl bg-ink-900 px-4 py-3 text-ink-200">
      <p>
        <strong className="num font-semibold text-ink-50">
          {t('property.rarity.rank', { rank: formats.count(rank), of: formats.count(of) })}
        </strong>
        {'. '}
        {share > 0 ? t('property.rarity.rarer', { share: formats.percent(share) }) : t('property.rarity.common')}
      </p>
      <details>
        <summary className="inline-flex min-h-9 list-none items-center text-sm text-ink-400 underline underline-offset-4 hover:text-ink-50">
          {t('property.rarity.how')}
        </summary>
        <p className="pb-1 text-sm">{t('property.rarity.explained')}</p>
      </details>
    </div>
  );
};
