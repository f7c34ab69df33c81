/** The key of the steps that buy a cart: one at a time. */
export const CART_RUN = 'cart:all';
