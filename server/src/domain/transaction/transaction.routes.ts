import { transactionEndpoints } from '@skarb/schema/transaction';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { readRevert } from '../../platform/chain/revert-reason.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { follow, show } from './transaction.service.ts';

export const transactionRoutes = (binder: Binder, context: Context): void => {
  bind(binder, transactionEndpoints.follow, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('follow-transaction', request, caller, 120));
    return { data: await follow(context, caller?.uuid, body) };
  });
  bind(binder, transactionEndpoints.show, async ({ params, request }) => {
    await binder.rateLimit(...costly('show-transaction', request, undefined, 600));
    return { data: await show(context, params.txHash) };
  });
  bind(binder, transactionEndpoints.refusal, async ({ query, request }) => {
    await binder.rateLimit(...costly('refusal', request, undefined, 300));
    const { code, words } = readRevert(query.data as Hex);
    return { data: { reason: words, code } };
  });
};
