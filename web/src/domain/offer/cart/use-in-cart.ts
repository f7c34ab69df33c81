import { CART_MAX } from '@skarb/schema/limits';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { toast } from '../../../ui/toast.tsx';
import { useCart } from './cart.store.ts';

/** Whether a sale is in the cart, and the press that puts it there or takes it out. */
export const useInCart = (sale: {
  uuid: string;
  price: string;
}): { isIn: boolean; press: (event: MouseEvent) => void } => {
  const { t } = useTranslation();
  const { items, isFull, add, drop } = useCart();
  const isIn = items.some(({ id }) => id === sale.uuid);
  const press = ({ detail }: MouseEvent) => {
    // The second press of a double one would undo the first.
    if (detail > 1) return;
    if (isIn) drop(sale.uuid);
    else if (isFull) toast.info(t('cart.full', { max: CART_MAX }));
    else add({ id: sale.uuid, quantity: 1, price: sale.price });
  };
  return { isIn, press };
};
