import type { GasDrop, GasDropRefusal } from '@skarb/schema/auth';
import { formatEther, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isSmartAccount } from '../account/account.view.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireTrader, requireUserRow } from '../auth/auth.view.ts';
import { hasCompletedOrder } from '../onramp/onramp.view.ts';
import { claimPayment, lookAtWallet, whyNotPaid, type WalletLook } from '../operator/operator.service.ts';
import { isContractCode, refuseDrop } from './wallet.drop.rules.ts';
import { findDrops, readGiven, type StoredDrop } from './wallet.drop.store.ts';
import { promiseDrop } from './wallet.drop.tasks.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** What the node says about a wallet; asked before any lock is taken. */
const lookAt = ({ chain }: Needs, wallet: `0x${string}`) =>
  reading(async () => {
    const [balance, code] = await Promise.all([
      chain.public.getBalance({ address: wallet }),
      chain.rpc<Hex>('eth_getCode', [wallet, 'latest']),
    ]);
    return { balance, isContract: isContractCode(code) };
  });

/** Why this person's wallet gets no drop now; undefined if it does. Reads the person, so that a caller with a lock decides. */
const decide = async (
  needs: Needs,
  tx: Tx,
  userUuid: string,
  wallet: `0x${string}`,
  seen: { balance: bigint; isContract: boolean; look: WalletLook | undefined },
): Promise<{ refusal: GasDropRefusal | undefined; own: StoredDrop | undefined }> => {
  const { gasDrop: limits, chain } = needs.config;
  const drops = await findDrops(tx, chain.id, { userUuid, wallet });
  const own = drops.find((drop) => drop.userUuid === userUuid && drop.wallet === wallet);
  if (!seen.look) return { refusal: 'operator.off', own };
  const person = await requireUserRow(tx, userUuid);
  const refusal = refuseDrop({
    amount: limits.amount,
    day: limits.day,
    given: await readGiven(tx, chain.id),
    hasConfirmedEmail: person.email !== null && person.is_email_confirmed,
    hasToppedUp: await hasCompletedOrder(tx, userUuid),
    wasGiven: drops.length > 0,
    isContract: seen.isContract || (await isSmartAccount(tx, wallet)),
    balance: seen.balance,
    gasPrice: seen.look.gasPrice,
  });
  return { refusal, own };
};

const requestOf = (userUuid: string, wallet: string, value: bigint) =>
  ({ kind: 'drop', accountUuid: userUuid, subjects: [wallet], value }) as const;

const toGasDrop = (amount: bigint, own: StoredDrop | undefined, refusal: GasDropRefusal | undefined): GasDrop => {
  if (own && !own.failure)
    return { status: own.txHash ? 'SENT' : 'SENDING', code: null, amount: formatEther(own.value), txHash: own.txHash };
  return { status: refusal ? 'REFUSED' : 'OFFERED', code: refusal ?? null, amount: formatEther(amount), txHash: null };
};

/**
 * Whether the marketplace gives the caller's wallet coin for its first network fee, or what became of it.
 * @throws AppError 422 `wallet.missing`, 409 `account.deletionPending`, 503 when the chain is unavailable
 */
export const readGasDrop = async (needs: Needs, userUuid: string): Promise<GasDrop> => {
  const { db, config } = needs;
  const { amount } = config.gasDrop;
  const wallet = await requireTrader(db.sql, userUuid);
  const [seen, look] = await Promise.all([lookAt(needs, wallet), lookAtWallet(needs)]);
  const { refusal, own } = await decide(needs, db.sql as Tx, userUuid, wallet, { ...seen, look });
  const why = refusal ?? (own ? undefined : await whyNotPaid(needs, requestOf(userUuid, wallet, amount), { look }));
  return toGasDrop(amount, own, why);
};

/**
 * Promises the caller's wallet coin for its first network fee: once for each person and each wallet. Asking again returns
 * what became of it.
 * @throws as `readGasDrop`
 */
export const requestGasDrop = async (needs: Needs, userUuid: string): Promise<GasDrop> => {
  const { db, config } = needs;
  const { amount } = config.gasDrop;
  const before = await requireTrader(db.sql, userUuid);
  const [seen, look] = await Promise.all([lookAt(needs, before), lookAtWallet(needs)]);
  return db.sql.begin(async (tx: Tx) => {
    // Holds the lock of the budgets, and so of the day's amount: two at once cannot both take the rest of it.
    const why = await claimPayment(needs, tx, requestOf(userUuid, before, amount), look);
    const wallet = await requireTrader(tx, userUuid);
    // Of a wallet that was connected meanwhile, nothing is known yet.
    if (wallet !== before) return toGasDrop(amount, undefined, 'gasDrop.unknown');
    const { refusal, own } = await decide(needs, tx, userUuid, wallet, { ...seen, look });
    const code = refusal ?? why;
    if (own || code) return toGasDrop(amount, own, code);
    const drop = { chainId: config.chain.id, wallet, userUuid, value: amount };
    if (!(await promiseDrop(tx, drop))) return toGasDrop(amount, undefined, 'gasDrop.given');
    await recordAudit(tx, {
      adminUuid: null,
      act: 'wallet.gasDrop',
      subjectType: 'user',
      subjectUuid: userUuid,
      detail: { amount: formatEther(amount) },
    });
    return toGasDrop(amount, { ...drop, txHash: null, failure: null }, undefined);
  });
};
