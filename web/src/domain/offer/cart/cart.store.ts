import { CART_MAX } from '@skarb/schema/limits';
import { useSyncExternalStore } from 'react';
import { accountList, browserStorage } from '../../../platform/session/account-list.ts';
import { useSession } from '../../../platform/session/use-session.ts';

/** A sale that somebody means to buy. `id` is the offer's uuid, `price` the unit price they saw last. */
export type CartItem = { id: string; quantity: number; price: string };

const carts = accountList<CartItem>(browserStorage(), 'skarb.cart.', CART_MAX);
const NONE: readonly CartItem[] = [];

/** The cart of the signed-in person, which this browser keeps. */
export const useCart = () => {
  const account = useSession().user?.uuid;
  const read = () => (account ? carts.list(account) : NONE);
  const items = useSyncExternalStore(carts.subscribe, read, () => NONE);
  return {
    items,
    isFull: items.length >= CART_MAX,
    add: (item: CartItem) => account && carts.keep(account, item),
    /** Another number or price of a sale that is in it. */
    change: (item: CartItem) => account && carts.replace(account, item),
    drop: (...ids: string[]) => account && carts.drop(account, ...ids),
  };
};
