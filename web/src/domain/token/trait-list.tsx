import { DESCENT_PROPERTIES } from '@skarb/schema/genome';
import { RARITY_FROM } from '@skarb/schema/limits';
import { shortHex } from '@skarb/schema/short-hex';
import type { TokenDetail } from '@skarb/schema/token';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { path } from '../../platform/route/path.ts';
import { RarityNote } from './rarity-note.tsx';

const isHex = (value: string): boolean => /^0x[0-9a-f]{8,}$/i.test(value);
/** What identifies its token, such as its genes or its parents, is in few others by its nature. */
const isIdentity = ({ name, value }: TokenDetail['traits'][number]) =>
  DESCENT_PROPERTIES.includes(name) || isHex(value);
const isMeaningful = (trait: TokenDetail['traits'][number]): boolean =>
  !isIdentity(trait) && trait.share > 0 && Math.round(trait.count / trait.share) >= RARITY_FROM;

type Props = Pick<TokenDetail, 'traits' | 'rarity'> & {
  collectionUuid: string;
  /** The same properties as they are shown, in another language perhaps. */ texts: TokenDetail['metadata'];
  lang: string | undefined;
};

/** Properties with their rarity, where it means something. Each links to the collection's tokens that share it. */
export const TraitList = ({ traits, rarity, collectionUuid, texts, lang }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      {rarity && <RarityNote rarity={rarity} />}
      <dl className="grid grid-cols-2 gap-2 max-[19rem]:grid-cols-1 tablet:grid-cols-3">
        {traits.map((trait, index) => {
          const { name, value } = texts[index] ?? trait;
          return (
            <div
              key={`${trait.name}:${trait.value}`}
              className="relative rounded-xl bg-ink-900 px-4 py-3 transition-colors hover:bg-ink-800"
            >
              <dt className="wrap-anywhere text-sm text-ink-400" lang={lang} dir="auto">
                {name}
              </dt>
              <dd className="flex items-baseline justify-between gap-2">
                <Link
                  to={`${path.collection(collectionUuid)}?${new URLSearchParams({ trait: `${trait.name}:${trait.value}` })}`}
                  title={value}
                  lang={lang}
                  dir="auto"
                  className="num wrap-anywhere font-medium text-ink-50 before:absolute before:inset-0 before:rounded-xl"
                >
                  {trait.isNumber && /^[+-]?\d+(\.\d+)?$/.test(trait.value)
                    ? formats.plain(trait.value.replace(/^\+/, ''))
                    : isHex(value)
                      ? shortHex(value)
                      : value}
                </Link>
                {isMeaningful(trait) && (
                  <span
                    className="num shrink-0 text-sm text-ink-400"
                    title={t('token.page.rarity', { share: formats.percent(trait.share) })}
                  >
                    {formats.percent(trait.share)}
                  </span>
                )}
              </dd>
              {trait.floorPrice !== null && (
                <dd className="num truncate text-sm text-ink-400">
                  {t('property.floorOf', { price: formats.amount(trait.floorPrice) })}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </>
  );
};
