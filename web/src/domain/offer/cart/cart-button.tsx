import { ShoppingCart } from 'lucide-react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { useOpenDialog } from '../../wallet/use-open-dialog.ts';
import { CART_RUN } from './cart-run.ts';
import { useCart } from './cart.store.ts';

const CartDialog = lazyDialog(async () => (await import('./cart-dialog.tsx')).CartDialog);

/** The number of sales in the cart, and the way to it. Not there while the cart is empty and closed. */
export const CartButton = () => {
  const { t } = useTranslation();
  const { items } = useCart();
  const [open, setOpen] = useOpenDialog([[CART_RUN, 'cart']]);
  const count = items.length;
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
          <span
            aria-hidden
            className="num absolute -right-0.5 -top-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-gold-400 px-1 text-[0.6875rem] font-bold leading-none text-ink-950 ring-2 ring-ink-950"
          >
            {count}
          </span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {count > 0 && t('cart.open', { count })}
      </span>
      {open && <CartDialog onClose={() => setOpen(undefined)} />}
    </>
  );
};
