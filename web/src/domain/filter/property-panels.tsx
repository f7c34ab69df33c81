import type { CollectionTrait } from '@skarb/schema/collection';
import { DESCENT_PROPERTIES } from '@skarb/schema/genome';
import { RARITY_FROM } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { parseDecimal, parseNumber } from '../../ui/decimal-text.ts';
import { PriceField } from '../../ui/field.tsx';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { isWrongWay, rangeText, readRange } from './filter-url.ts';
import { Panel, type Panels, toggled } from './panel.tsx';
import { useFiatRate } from '../price/fiat.tsx';
import { inTheLanguage, titlesOf } from '../collection/property-words.ts';

/** A numeric property with so many values has a range; with more than are listed it has nothing else. */
const RANGE_FROM = 4;
const LISTED_NUMBERS = 12;

const Values = ({ trait, filter, change }: Panels & { trait: CollectionTrait }) => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { money, rate } = useFiatRate('ETH', false);
  // In the money of the price filter.
  const isInMoney = filter.currency === money && !Number.isNaN(rate);
  const floor = (ether: string) =>
    isInMoney ? `≈ ${formats.fiat(Number(ether) * rate, money)}` : `${formats.amount(ether)} ETH`;
  // The column names its currency.
  const figure = (ether: string) => {
    const worth = Number(ether) * rate;
    return formats.amount(isInMoney ? worth.toFixed(worth < 100 ? 2 : 0) : ether);
  };
  const left = trait.valueCount - trait.values.length;
  const values = trait.isNumber ? trait.values.toSorted((a, b) => Number(a.value) - Number(b.value)) : trait.values;
  return (
    <>
      <p aria-hidden className="flex justify-end gap-3 pb-1 text-xs text-ink-400">
        <span>{t('property.floor', { currency: isInMoney ? money : 'ETH' })}</span>
        <span className="w-10 text-right">{t('property.works')}</span>
      </p>
      <div className="-mr-3 max-h-72 overflow-y-auto pr-3 [scrollbar-width:thin]">
        {values.map((one) => {
          const { value, count, floorPrice } = one;
          const text = `${trait.name}:${value}`;
          const shown = inTheLanguage(one, i18n.language).value;
          return (
            <Check
              key={value}
              isChecked={filter.traits.includes(text)}
              onChange={(isOn) => change({ traits: toggled(filter.traits, text, isOn) })}
              aside={
                <span className="flex gap-3">
                  <span>{floorPrice === null ? '—' : figure(floorPrice)}</span>
                  <span className="w-10 text-right">{formats.count(count)}</span>
                </span>
              }
            >
              <span className="truncate" title={shown}>
                {shown}
              </span>
              <span className="sr-only">
                {t('property.worksCount', { count })}
                {floorPrice !== null && `, ${t('property.floorFrom', { price: floor(floorPrice) })}`}
              </span>
            </Check>
          );
        })}
      </div>
      {left > 0 && <p className="pt-2 text-sm text-ink-400">{t('property.more', { count: left })}</p>}
    </>
  );
};

type Bounds = { min: string; max: string };
type RangeProps = {
  /** The applied bounds; empty for none. */
  present: Bounds;
  apply: (range: Bounds) => void;
  /** What there is between. */
  note: string;
  /** The words of the fields and the button, below `property`. */
  words: 'range' | 'ranks';
  /** Whole numbers from 1 on. */
  isWhole?: boolean;
};

/** Two bounds, applied with the button or on Enter. */
const Range = ({ present, apply, note, words, isWhole = false }: RangeProps) => {
  const { t } = useTranslation();
  const [range, setRange] = useState(present);
  const key = `${present.min} ${present.max}`;
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setRange(present);
  }
  const maxDecimals = isWhole ? 0 : undefined;
  const isNumber = (text: string) => (isWhole ? parseDecimal : parseNumber)(text, maxDecimals) !== null;
  const set = (part: Partial<Bounds>) => setRange((now) => ({ ...now, ...part }));
  const isReversed = isWrongWay(range.min, range.max);
  const submit = () => {
    if (isReversed || !isNumber(range.min) || !isNumber(range.max)) return;
    if (`${range.min} ${range.max}` !== key) apply(range);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="pb-2 text-sm text-ink-400">{note}</p>
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          label={t(`property.${words}.from`)}
          maxDecimals={maxDecimals}
          isSigned={!isWhole}
          value={range.min}
          onValueChange={(min) => set({ min })}
        />
        <PriceField
          label={t(`property.${words}.to`)}
          maxDecimals={maxDecimals}
          isSigned={!isWhole}
          value={range.max}
          onValueChange={(max) => set({ max })}
        />
      </div>
      {isReversed && (
        <p role="alert" className="mt-2 text-sm text-red-400">
          {t(`property.${words}.wrongWay`)}
        </p>
      )}
      <Button type="submit" variant="outlined" size="small" className="mt-3 w-full">
        {t(`property.${words}.apply`)}
      </Button>
    </form>
  );
};

/** The least and the greatest value of a numeric property. */
const NumberRange = ({ trait: { name, min, max }, filter, change }: Panels & { trait: CollectionTrait }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const chosen = filter.ranges.find((text) => readRange(text)?.name === name);
  return (
    <Range
      words="range"
      note={t('property.between', { min: formats.plain(min ?? 0), max: formats.plain(max ?? 0) })}
      present={(chosen === undefined ? undefined : readRange(chosen)) ?? { min: '', max: '' }}
      apply={(range) => {
        const others = filter.ranges.filter((text) => text !== chosen);
        change({ ranges: range.min || range.max ? [...others, rangeText({ ...range, name })] : others });
      }}
    />
  );
};

/** The properties of a collection's works as filters, with counts and floor prices. */
export const PropertyPanels = ({ collectionUuid, ...props }: Panels & { collectionUuid: string }) => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(collectionTraitsQuery(collectionUuid));
  const all = data?.data ?? [];
  const left = (data?.meta.names ?? 0) - all.length;
  // Whose child it is tells nearly each from all others.
  const traits = all.filter(({ name }) => !DESCENT_PROPERTIES.includes(name));
  const titles = titlesOf(traits, i18n.language);
  const { filter, change } = props;
  const ranked = data?.meta.ranked ?? 0;
  return (
    <>
      {ranked > 0 && (
        <Panel title={t('property.ranks.title')} isLong count={filter.minRank || filter.maxRank ? 1 : 0}>
          <Range
            words="ranks"
            isWhole
            note={t('property.ranks.between', { last: formats.count(ranked) })}
            present={{ min: filter.minRank, max: filter.maxRank }}
            apply={({ min, max }) => change({ minRank: min, maxRank: max })}
          />
        </Panel>
      )}
      {traits.map((trait, index) => {
        const hasRange = trait.isNumber && trait.valueCount >= RANGE_FROM;
        const hasValues = trait.values.length > 0 && !(trait.isNumber && trait.valueCount > LISTED_NUMBERS);
        if (!hasRange && !hasValues) return null;
        const count =
          filter.ranges.filter((text) => readRange(text)?.name === trait.name).length +
          filter.traits.filter((text) => text.startsWith(`${trait.name}:`)).length;
        return (
          <Panel key={trait.name} title={titles[index] ?? trait.name} isLong count={count}>
            {hasRange && <NumberRange trait={trait} {...props} />}
            {hasValues && (
              <div className={hasRange ? 'mt-4' : undefined}>
                <Values trait={trait} {...props} />
              </div>
            )}
          </Panel>
        );
      })}
      {left > 0 && <p className="py-3 text-sm text-ink-400">{t('property.moreNames', { count: left })}</p>}
      {traits.length > 0 && ranked === 0 && (
        <p className="py-3 text-sm text-ink-400">{t('property.ranks.none', { works: RARITY_FROM })}</p>
      )}
    </>
  );
};
