import * as walletCalls from '@skarb/schema/calls/wallet';
import type { Step } from '@skarb/schema/primitive';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PRIVATE } from '../../platform/query/private.ts';

/** Money that the auction house keeps for a wallet, and the call that collects it. */
export type Credit = { currency: { uuid: string; name: string }; amount: string; steps: Step[] };

/** @param to the recipient; the wallet itself by default @throws ApiError */
export const readCredits = async (to?: string, signal?: AbortSignal): Promise<Credit[]> =>
  (await call(walletCalls.credit, { query: { to }, signal })).data;

export const creditQuery = (account: string) =>
  queryOptions({
    queryKey: [PRIVATE, 'credit', account],
    queryFn: ({ signal }) => readCredits(undefined, signal),
  });
