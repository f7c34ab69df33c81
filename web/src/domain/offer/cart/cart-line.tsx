import type { CartLine } from '@skarb/schema/cart';
import { ApiError } from '@skarb/client';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { useFormats } from '../../../platform/format/format.ts';
import { errorWords } from '../../../platform/http/api-error.ts';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { NumberField } from '../../../ui/field.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { MarkedName } from '../../../ui/verified-mark.tsx';
import { Price } from '../../price/price.tsx';
import { useFieldWord } from '../price-fields.tsx';
import { quantityWrong } from '../quantity.rules.ts';
import { type NoSum, Unknown } from './cart-totals.tsx';

type Props = {
  line: CartLine;
  /** The unit price that the reader saw last. */ seen: string;
  /** In the field of copies: their number, or what was typed in its place. */ copies: string;
  /** Gets what is no number of copies as well. */ onCopies: (text: string) => void;
  /** Why the line's cost is not known. */ unknown: NoSum | undefined;
  onRemove: () => void;
  /** The reader leaves for the work's page. */ onLeave: () => void;
};

/** The most copies that one can buy of a line. */
const mostOf = ({ offer }: CartLine): number => offer?.quantityLeft ?? 1;
/** What is wrong with a text as the number of copies of a line. */
export const copiesWrong = (text: string, line: CartLine) => quantityWrong(text, mostOf(line));
/** Whether a line has a field for the number of copies. */
export const hasCopies = ({ offer, quantity, refusal }: CartLine): boolean =>
  offer !== null && (offer.quantityLeft > 1 || quantity > 1) && (!refusal || refusal === 'offer.tooMany');

const Copies = ({ line, copies, onCopies }: Pick<Props, 'line' | 'copies' | 'onCopies'>) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const most = mostOf(line);
  return (
    <NumberField
      label={t('trade.quantity')}
      isLabelHidden
      min={1}
      max={most}
      value={copies}
      onValueChange={onCopies}
      error={word(copiesWrong(copies, line), { max: most })}
      className="mt-1 w-36"
    />
  );
};

/** A sale in the cart: the work, how many copies, what they cost, and why it cannot be bought any more. */
export const CartRow = ({ line, seen, copies, onCopies, unknown, onRemove, onLeave }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const own = useInLanguage();
  const { offer, quantity, refusal } = line;
  const name = offer ? own(offer.token).name : t('cart.unknown');
  const remove = t('cart.remove', { name });
  const cost = offer && toBaseUnits(offer.price, offer.currency.decimals) * BigInt(quantity);
  return (
    <li className="flex items-start gap-3 py-3" data-cart-line={refusal ?? 'ready'}>
      {offer ? (
        <Picture
          image={offer.token.image}
          alt=""
          sizes="56px"
          fit="thumb"
          className={cx('size-14 shrink-0 rounded-xl', refusal && 'opacity-50')}
        />
      ) : (
        <span className="size-14 shrink-0 rounded-xl bg-ink-800" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          {offer ? (
            <Link
              to={path.offer(offer.uuid)}
              onClick={onLeave}
              dir="auto"
              className="line-clamp-2 min-w-24 flex-1 wrap-anywhere font-semibold text-ink-50 underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="font-semibold text-ink-200">{name}</span>
          )}
          {offer &&
            cost !== null &&
            (unknown ? (
              <Unknown why={unknown} />
            ) : (
              <Price
                amount={fromBaseUnits(cost, offer.currency.decimals)}
                currency={offer.currency.name}
                hasMark={false}
                className={cx(
                  'ms-auto max-w-full',
                  refusal ? 'text-ink-400 line-through' : 'font-semibold text-ink-50',
                )}
              />
            ))}
        </div>
        {offer && (
          <p className="truncate text-sm text-ink-400">
            <MarkedName {...offer.token.collection} />
          </p>
        )}
        {refusal ? (
          <p className="text-sm text-red-400">{errorWords(t, new ApiError(409, refusal))[0]}</p>
        ) : (
          offer &&
          offer.price !== seen && (
            <p className="text-sm text-gold-400">
              {t('cart.priceWas', { price: formats.exact(seen), currency: offer.currency.name })}
            </p>
          )
        )}
        {hasCopies(line) && <Copies line={line} copies={copies} onCopies={onCopies} />}
      </div>
      <Button variant="icon" size="small" aria-label={remove} title={remove} className="-mr-2 -mt-1" onClick={onRemove}>
        <X aria-hidden className="size-5" />
      </Button>
    </li>
  );
};
