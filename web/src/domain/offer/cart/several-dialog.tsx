import * as tokenCalls from '@skarb/schema/calls/token';
import { totalsOf } from '@skarb/schema/cart-total';
import { CART_MAX } from '@skarb/schema/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/http/api.ts';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/field.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFieldWord } from '../price-fields.tsx';
import { quantityWrong } from '../quantity.rules.ts';
import { CartDialog } from './cart-dialog.tsx';
import { canBuy, cartQuery } from './cart.query.ts';
import { useCart, type CartItem } from './cart.store.ts';
import { CartTotals } from './cart-totals.tsx';

/** The cheapest listings of a collection, one for each work. */
const cheapestQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['token', 'cheapest', collectionUuid],
    queryFn: async ({ signal }) => {
      const query = { collectionUuid, state: 'BUY_NOW', sortBy: 'price:ASC', limit: CART_MAX } as const;
      const { data } = await call(tokenCalls.list, { query, signal });
      return data.flatMap(({ listing }): CartItem[] =>
        listing ? [{ id: listing.offerUuid, quantity: 1, price: listing.price }] : [],
      );
    },
  });

/** Chooses how many of the cheapest works of a collection go into the cart, and leads to it. */
export const SeveralDialog = ({ collectionUuid, onClose }: { collectionUuid: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const word = useFieldWord();
  const { items, add } = useCart();
  const { data: cheapest } = useQuery(cheapestQuery(collectionUuid));
  const fresh = cheapest?.filter(({ id }) => !items.some((item) => item.id === id)) ?? [];
  // Own sales cannot be bought, and some may be gone.
  const { data: quote } = useQuery(cartQuery(fresh));
  const [quantity, setQuantity] = useState('2');
  const [isAdded, setAdded] = useState(false);
  const lines = quote?.items.filter(canBuy) ?? [];
  const most = Math.min(lines.length, CART_MAX - items.length);
  const isKnown = cheapest !== undefined && (fresh.length === 0 || quote !== undefined);
  const wrong = quantityWrong(quantity, most);
  const chosen = wrong ? [] : lines.slice(0, Number(quantity));
  if (isAdded) return <CartDialog onClose={onClose} />;
  if (isKnown && most < 1)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('cart.several.title')}
        description={t(items.length >= CART_MAX ? 'cart.full' : 'cart.several.none', { max: CART_MAX })}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('cart.several.title')}
      description={t('cart.several.text')}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong || chosen.length === 0) return;
          // The cheapest comes first in the cart.
          for (const { offerUuid, offer } of chosen.toReversed())
            add({ id: offerUuid, quantity: 1, price: offer.price });
          setAdded(true);
        }}
      >
        {isKnown ? (
          <NumberField
            label={t('trade.quantity')}
            hint={t('cart.several.most', { max: most })}
            min={1}
            max={most}
            value={quantity}
            onValueChange={setQuantity}
            error={word(wrong, { max: most })}
          />
        ) : (
          <Skeleton className="h-20 rounded-xl" />
        )}
        <ul className="grid min-h-16 grid-cols-6 gap-2">
          {chosen.map(({ offerUuid, offer }) => (
            <li key={offerUuid}>
              <Picture
                image={offer.token.image}
                alt={own(offer.token).name}
                sizes="64px"
                fit="thumb"
                className="rounded-lg"
              />
            </li>
          ))}
        </ul>
        <CartTotals label={t('cart.several.total')} totals={totalsOf(chosen)} />
        <Button type="submit" disabled={chosen.length === 0}>
          {t('cart.several.submit', { count: chosen.length })}
        </Button>
      </form>
    </Dialog>
  );
};
