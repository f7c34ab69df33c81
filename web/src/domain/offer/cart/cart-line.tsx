import type { CartLine } from '@skarb/schema/cart';
import { ApiError } from '@skarb/client';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { X } from 'lucide-react';
import { useState } from 'react';
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

type Props = {
  line: CartLine;
  /** The unit price that the reader saw last. */ seen: string;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** The reader leaves for the work's page. */ onLeave: () => void;
};

/** How many copies; what is no number of copies stays in the field alone. */
const Copies = ({ line: { quantity, offer }, onQuantity }: Pick<Props, 'line' | 'onQuantity'>) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const [text, setText] = useState(String(quantity));
  const most = offer?.quantityLeft ?? 1;
  const wrong = quantityWrong(text, most);
  return (
    <NumberField
      label={t('trade.quantity')}
      isLabelHidden
      min={1}
      max={most}
      value={text}
      onValueChange={(value) => {
        setText(value);
        if (!quantityWrong(value, most)) onQuantity(Number(value));
      }}
      error={word(wrong, { max: most })}
      className="mt-1 w-36"
    />
  );
};

/** A sale in the cart: the work, how many copies, what they cost, and why it cannot be bought any more. */
export const CartRow = ({ line, seen, onQuantity, onRemove, onLeave }: Props) => {
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
        <div className="flex items-baseline justify-between gap-3">
          {offer ? (
            <Link
              to={path.offer(offer.uuid)}
              onClick={onLeave}
              dir="auto"
              className="line-clamp-2 min-w-0 wrap-anywhere font-semibold text-ink-50 underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="font-semibold text-ink-200">{name}</span>
          )}
          {offer && cost !== null && (
            <Price
              amount={fromBaseUnits(cost, offer.currency.decimals)}
              currency={offer.currency.name}
              hasMark={false}
              className={cx('shrink-0', refusal ? 'text-ink-400 line-through' : 'font-semibold text-ink-50')}
            />
          )}
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
        {offer && (offer.quantityLeft > 1 || quantity > 1) && (!refusal || refusal === 'offer.tooMany') && (
          <Copies line={line} onQuantity={onQuantity} />
        )}
      </div>
      <Button variant="icon" size="small" aria-label={remove} title={remove} className="-mr-2 -mt-1" onClick={onRemove}>
        <X aria-hidden className="size-5" />
      </Button>
    </li>
  );
};
