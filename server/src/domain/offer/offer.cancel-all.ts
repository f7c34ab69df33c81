import { seaportAbi } from '@skarb/contracts/abi';
import type { CancelledAll } from '@skarb/schema/offer';
import type { TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress } from 'viem';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { reading } from '../../platform/chain/client.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { cancelAuctionStep } from './auction/auction.steps.ts';
import { openOf, raisedOf } from './offer.rows.ts';
import { cancelOffer } from './offer.service.ts';
import { findAuction } from './store/auction.store.ts';

/** Steps of one call: each auction needs a transaction of its own. */
const AUCTIONS_MAX = 20;
/** Offers that one call closes. */
const CLOSED_MAX = 50;
const BARRIER_MS = 2000;

/** Cancels all orders that the wallet has signed for Seaport, wherever they are listed. */
const raiseCounterStep = ({ chain, deployment }: Pick<Config, 'chain' | 'deployment'>): TransactionStep => ({
  id: 'cancel-all',
  kind: 'transaction',
  description: 'Cancel all your sales and offers with one transaction',
  status: 'incomplete',
  chainId: chain.id,
  to: getAddress(deployment.seaport),
  data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
  value: '0',
});

/**
 * DELETE /offer: what cancels all open offers of the caller. Orders end with one raise of the counter, which no budget
 * limits and which ends orders that the marketplace does not know, too. Nothing changes here before the chain reports
 * it; offers that a raised counter has ended already are closed.
 * @throws AppError 422 without a wallet
 */
export const cancelAll = async (
  needs: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
): Promise<CancelledAll> => {
  const { config, db } = needs;
  const wallet = await requireWallet(db.sql, caller.uuid);
  // The caller may have raised the counter seconds ago.
  await reading(() => waitForFollower(db, needs.chain, { timeoutMs: BARRIER_MS }));
  for (const uuid of await raisedOf(db.sql, caller.uuid, wallet, CLOSED_MAX)) await cancelOffer(needs, caller, uuid);
  const { orders, auctions, bound } = await openOf(db.sql, wallet, AUCTIONS_MAX);
  const free = await Promise.all(auctions.map((uuid) => findAuction(db.sql, uuid)));
  const steps = free.flatMap((auction, index) =>
    auction?.terms ? [{ ...cancelAuctionStep(config, auction.terms), id: `cancel-auction-${index + 1}` }] : [],
  );
  return {
    offers: orders,
    auctions: steps.length,
    kept: bound + auctions.length - steps.length,
    steps: [...(orders > 0 ? [raiseCounterStep(config)] : []), ...steps],
  };
};
