import { CART_MAX } from '@skarb/schema/limits';
import type { Offer } from '@skarb/schema/offer';
import { ShoppingCart } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { toast } from '../../../ui/toast.tsx';
import { useCart } from './cart.store.ts';

/** Puts a sale into the cart, or takes it out. */
export const AddToCart = ({ offer }: { offer: Pick<Offer, 'uuid' | 'price'> }) => {
  const { t } = useTranslation();
  const { items, isFull, add, drop } = useCart();
  const isIn = items.some(({ id }) => id === offer.uuid);
  const press = ({ detail }: MouseEvent) => {
    // The second press of a double one would undo the first.
    if (detail > 1) return;
    if (isIn) drop(offer.uuid);
    else if (isFull) toast.info(t('cart.full', { max: CART_MAX }));
    else add({ id: offer.uuid, quantity: 1, price: offer.price });
  };
  const label = t(isIn ? 'cart.takeOut' : 'cart.add');
  return (
    <Button
      size="large"
      variant="outlined"
      className={cx('px-4', isIn && 'border-gold-400! text-gold-400!')}
      aria-label={label}
      title={label}
      onClick={press}
    >
      <ShoppingCart aria-hidden className="size-5" fill={isIn ? 'currentColor' : 'none'} />
    </Button>
  );
};
