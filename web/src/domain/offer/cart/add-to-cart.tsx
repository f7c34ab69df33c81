import type { Offer } from '@skarb/schema/offer';
import { ShoppingCart } from 'lucide-react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { useInCart } from './use-in-cart.ts';

/** Puts a sale into the cart, or takes it out. */
export const AddToCart = ({ offer }: { offer: Pick<Offer, 'uuid' | 'price'> }) => {
  const { t } = useTranslation();
  const { isIn, press } = useInCart(offer);
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
