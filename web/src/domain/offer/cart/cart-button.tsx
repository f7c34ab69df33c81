import { ShoppingCart } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { showOnCards } from '../../token/card-action.ts';
import { useOpenDialog } from '../../wallet/use-open-dialog.ts';
import { CardCart } from './card-cart.tsx';
import { CART_RUN } from './cart-run.ts';
import { useCart } from './cart.store.ts';

const CartDialog = lazyDialog(async () => (await import('./cart-dialog.tsx')).CartDialog);

/**
 * The number of sales in the cart, and the way to it; not there while the cart is empty and closed. Cards on sale have a
 * button for the cart while it is mounted.
 */
export const CartButton = () => {
  const { t } = useTranslation();
  const { items } = useCart();
  const [open, setOpen] = useOpenDialog([[CART_RUN, 'cart']]);
  const count = items.length;
  useEffect(() => showOnCards((token) => <CardCart token={token} />), []);
  return (
    <>
      {count > 0 && (
        <Button
          variant="icon"
          size="small"
          className="relative"
          data-cart
          aria-label={t('cart.open', { count })}
          title={t('cart.title')}
          onClick={() => setOpen('cart')}
        >
          <ShoppingCart aria-hidden className="size-5" />
          <CountBadge>{count}</CountBadge>
        </Button>
      )}
      <span role="status" className="sr-only">
        {count > 0 && t('cart.open', { count })}
      </span>
      {open && <CartDialog onClose={() => setOpen(undefined)} />}
    </>
  );
};
