import type { BreedingToken, Vocabulary } from '@skarb/schema/breeding';
import { Sparkles } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';
import { type Chance, chancesOf, SHOWN_AT_ONCE, type TraitChances } from './odds.rules.ts';

/** A chance as a bar: what each parent passes on, and the share of mutations. */
const Bar = ({ chance }: { chance: Chance }) => (
  <span aria-hidden className="flex h-2 w-full overflow-hidden rounded-full bg-ink-800">
    <span className="bg-ink-50" style={{ width: `${chance.fromMatron * 100}%` }} />
    <span className="bg-ink-400" style={{ width: `${chance.fromSire * 100}%` }} />
    <span className="bg-gold-400" style={{ width: `${chance.mutation * 100}%` }} />
  </span>
);

const useCarrierWords = () => {
  const { t } = useTranslation();
  return ({ matron, sire, mutation }: Chance): string =>
    [
      matron && t(`breeding.odds.matron.${matron}`),
      sire && t(`breeding.odds.sire.${sire}`),
      mutation > 0 && t('breeding.odds.mutates'),
    ]
      .filter(Boolean)
      .join(' · ');
};

const Trait = ({ trait: { name, chances } }: { trait: TraitChances }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useCarrierWords();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? chances : chances.slice(0, SHOWN_AT_ONCE);
  const more = chances.length - shown.length;
  return (
    <section className="min-w-0 rounded-2xl bg-ink-900 p-5">
      <table className="w-full text-left text-sm">
        <caption className="pb-2 text-left text-base font-semibold text-ink-50">{name}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('breeding.odds.value')}</th>
            <th scope="col">{t('breeding.odds.chance')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((chance) => (
            <tr key={chance.value} data-odds={`${name}:${chance.value}`}>
              <th scope="row" className="py-1.5 pr-3 font-normal max-[19rem]:wrap-anywhere">
                <span className="flex items-baseline gap-1.5 text-ink-50">
                  {chance.value}
                  {chance.mutation > 0 && <Sparkles aria-hidden className="size-3.5 self-center text-gold-400" />}
                </span>
                {/* Below the percents, too. */}
                <span className="mt-1 -mr-19 block">
                  <Bar chance={chance} />
                </span>
                <span className="mt-1 -mr-19 block text-xs text-ink-400">{words(chance)}</span>
              </th>
              <td
                className={cx(
                  'num w-16 whitespace-nowrap py-1.5 text-right align-top',
                  chance.share >= 0.1 ? 'font-medium text-ink-50' : 'text-ink-200',
                )}
              >
                {formats.percent(chance.share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(more > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 inline-flex min-h-6 items-center rounded-md text-sm text-ink-200 underline decoration-ink-400 underline-offset-4 hover:text-ink-50"
        >
          {isOpen ? t('breeding.odds.less') : t('breeding.odds.more', { count: more })}
        </button>
      )}
    </section>
  );
};

const Key = ({ look, children }: { look: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={cx('size-2.5 rounded-full', look)} />
    {children}
  </span>
);

/** What a child of a pair may show, trait by trait: bars, and the same as tables. */
export const TraitOdds = ({
  matron,
  sire,
  vocabulary,
}: {
  matron: Pick<BreedingToken, 'genes' | 'name' | 'localization'>;
  sire: Pick<BreedingToken, 'genes' | 'name' | 'localization'>;
  vocabulary: Vocabulary;
}) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const traits = useMemo(
    () => chancesOf(BigInt(matron.genes), BigInt(sire.genes), vocabulary),
    [matron.genes, sire.genes, vocabulary],
  );
  return (
    <section aria-labelledby="odds">
      <h2 id="odds" className="text-2xl font-semibold">
        {t('breeding.odds.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-ink-200">{t('breeding.odds.text')}</p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-200">
        <Key look="bg-ink-50">{t('breeding.odds.from', { name: own(matron).name })}</Key>
        <Key look="bg-ink-400">{t('breeding.odds.from', { name: own(sire).name })}</Key>
        <Key look="bg-gold-400">{t('breeding.odds.mutation')}</Key>
      </p>
      <div className="mt-5 grid gap-3 tablet:grid-cols-2 desktop:grid-cols-3">
        {traits.map((trait) => (
          <Trait key={trait.name} trait={trait} />
        ))}
      </div>
    </section>
  );
};
