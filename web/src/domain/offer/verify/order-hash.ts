import type { SignedOrder } from '@skarb/schema/offer';
import { ORDER_TYPES } from '@skarb/schema/order';
import { hashStruct } from 'viem';

/** The hash of an order as Seaport calculates it, from its terms alone: other terms, another hash. */
export const hashOfOrder = ({ components }: SignedOrder): string =>
  hashStruct({ data: components as never, primaryType: 'OrderComponents', types: ORDER_TYPES });
