import type { CollectionTrait } from '@skarb/schema/collection';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { parseDecimal } from '../../ui/decimal-text.ts';
import { PriceField } from '../../ui/field.tsx';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { rangeText, readRange } from './filter-url.ts';
import { Panel, type Panels, toggled } from './panel.tsx';

/** A numeric property with more values is a range instead of a list. */
const LISTED_NUMBERS = 12;

const Values = ({ trait, filter, change }: Panels & { trait: CollectionTrait }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const left = trait.valueCount - trait.values.length;
  return (
    <>
      <p aria-hidden className="flex justify-end gap-3 pb-1 text-xs text-ink-400">
        <span>{t('property.floor')}</span>
        <span className="w-10 text-right">{t('property.works')}</span>
      </p>
      <div className="-mr-3 max-h-72 overflow-y-auto pr-3 [scrollbar-width:thin]">
        {trait.values.map(({ value, count, floorPrice }) => {
          const text = `${trait.name}:${value}`;
          return (
            <Check
              key={value}
              isChecked={filter.traits.includes(text)}
              onChange={(isOn) => change({ traits: toggled(filter.traits, text, isOn) })}
              aside={
                <span className="flex gap-3">
                  <span>{floorPrice === null ? '—' : formats.amount(floorPrice)}</span>
                  <span className="w-10 text-right">{formats.count(count)}</span>
                </span>
              }
            >
              <span className="truncate" title={value}>
                {value}
              </span>
              <span className="sr-only">
                {t('property.worksCount', { count })}
                {floorPrice !== null && `, ${t('property.floorOf', { price: formats.amount(floorPrice) })}`}
              </span>
            </Check>
          );
        })}
      </div>
      {left > 0 && <p className="pt-2 text-sm text-ink-400">{t('property.more', { count: left })}</p>}
    </>
  );
};

/** The least and the greatest value of a numeric property; applied with the button or on Enter. */
const Range = ({ trait, filter, change }: Panels & { trait: CollectionTrait }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const chosen = filter.ranges.find((text) => readRange(text)?.name === trait.name);
  const present = (chosen === undefined ? undefined : readRange(chosen)) ?? { name: trait.name, min: '', max: '' };
  const [range, setRange] = useState(present);
  const [known, setKnown] = useState(chosen);
  if (known !== chosen) {
    setKnown(chosen);
    setRange(present);
  }
  const isWrongWay = range.min !== '' && range.max !== '' && Number(range.min) > Number(range.max);
  const apply = () => {
    if (isWrongWay || parseDecimal(range.min) === null || parseDecimal(range.max) === null) return;
    const others = filter.ranges.filter((text) => text !== chosen);
    const text = rangeText({ ...range, name: trait.name });
    if (text !== chosen) change({ ranges: range.min || range.max ? [...others, text] : others });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <p className="pb-2 text-sm text-ink-400">
        {t('property.between', { min: formats.plain(trait.min ?? 0), max: formats.plain(trait.max ?? 0) })}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <PriceField label={t('property.from')} value={range.min} onValueChange={(min) => setRange({ ...range, min })} />
        <PriceField label={t('property.to')} value={range.max} onValueChange={(max) => setRange({ ...range, max })} />
      </div>
      {isWrongWay && (
        <p role="alert" className="mt-2 text-sm text-red-400">
          {t('property.wrongWay')}
        </p>
      )}
      <Button type="submit" variant="outlined" size="small" className="mt-3 w-full">
        {t('property.apply')}
      </Button>
    </form>
  );
};

/** The properties of a collection's works as filters, with counts and floor prices. */
export const PropertyPanels = ({ collectionUuid, ...props }: Panels & { collectionUuid: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery(collectionTraitsQuery(collectionUuid));
  const traits = data?.data ?? [];
  const left = (data?.meta.names ?? 0) - traits.length;
  const { filter } = props;
  return (
    <>
      {traits.map((trait) => {
        const isRange = trait.isNumber && trait.valueCount > LISTED_NUMBERS;
        if (!isRange && trait.values.length === 0) return null;
        const count = isRange
          ? filter.ranges.filter((text) => readRange(text)?.name === trait.name).length
          : filter.traits.filter((text) => text.startsWith(`${trait.name}:`)).length;
        return (
          <Panel key={trait.name} title={trait.name} isLong count={count}>
            {isRange ? <Range trait={trait} {...props} /> : <Values trait={trait} {...props} />}
          </Panel>
        );
      })}
      {left > 0 && <p className="py-3 text-sm text-ink-400">{t('property.moreNames', { count: left })}</p>}
    </>
  );
};
