/** The owners' shares of logs, and how they are recorded, applied and undone. */
import type { Tx } from '../db/database.ts';
import { deleteLogs, insertLogs } from './chain-cursor.ts';
import { passes, type ChainLog, type EventOwner, type LogFilter, type Touched } from './events.ts';
import { takeStillApplied } from './set-aside.ts';

export type ShareOptions = {
  /** Each log has one owner; owners apply in this order and undo in the opposite one. */
  owners: EventOwner[];
  /** Called before anything is written, with the tokens that the applied or undone logs concern. */
  atStartOfBatch?(
    tx: Tx,
    batch: { chainId: number; undoneAbove: number | undefined; tokens: Set<string> },
  ): Promise<void>;
};

/** @returns what is done with the logs of all owners; they apply in their order and undo in the opposite one */
export const createShares = (chainId: number, { owners, atStartOfBatch }: ShareOptions) => {
  /** Each owner's share of the logs. */
  const share = async (tx: Tx, logs: ChainLog[]): Promise<ChainLog[][]> => {
    const among = [...new Set(logs.map((entry) => entry.address))];
    const addresses: Set<string>[] = [];
    const narrow: (LogFilter[] | undefined)[] = [];
    for (const owner of owners) {
      addresses.push(await owner.addresses(tx, { among }));
      narrow.push(await owner.narrow?.(tx));
    }
    const shares: ChainLog[][] = [];
    for (const [index, owner] of owners.entries()) {
      const topics = new Set(owner.topics);
      const own = logs.filter(
        (entry) =>
          topics.has(entry.topics[0] as never) &&
          (narrow[index]?.some((filter) => passes(entry, filter)) ?? addresses[index]?.has(entry.address)) &&
          (owner.wants?.(entry) ?? true),
      );
      shares.push(own.length > 0 && owner.known ? await owner.known(tx, own) : own);
    }
    return shares;
  };
  const shareByTopic = (logs: ChainLog[]): ChainLog[][] =>
    owners.map((owner) => {
      const topics = new Set(owner.topics);
      return logs.filter((entry) => topics.has(entry.topics[0] as never));
    });
  /** Reports the tokens that the logs concern, so that the domains lock them before anything is written. */
  const lockAffectedTokens = async (tx: Tx, shares: ChainLog[][], undoneAbove?: number): Promise<void> => {
    if (!atStartOfBatch) return;
    const tokens = new Set<string>();
    for (const [index, owner] of owners.entries())
      if (shares[index]?.length) for (const uuid of (await owner.tokensOf?.(tx, shares[index])) ?? []) tokens.add(uuid);
    await atStartOfBatch(tx, { chainId, tokens, undoneAbove });
  };
  /** Records logs and passes each to its owner. */
  const applyShares = async (tx: Tx, logs: ChainLog[], shares: ChainLog[][], touched: Touched): Promise<void> => {
    if (logs.length === 0) return;
    await insertLogs(tx, chainId, logs);
    await lockAffectedTokens(tx, shares);
    const still = await takeStillApplied(tx, chainId, logs);
    for (const [index, owner] of owners.entries()) {
      const own = shares[index] ?? [];
      const fresh = own.filter((entry) => !still.has(entry));
      if (fresh.length > 0) await owner.apply(tx, fresh, touched);
      // The effects of the skipped logs are in place, but rows derived from chain_log were derived without them.
      if (fresh.length < own.length)
        for (const uuid of (await owner.tokensOf?.(
          tx,
          own.filter((entry) => still.has(entry)),
        )) ?? [])
          touched.tokens.add(uuid);
    }
    for (const write of touched.later.splice(0)) await write(tx);
  };
  const undoShares = async (tx: Tx, logs: ChainLog[], touched: Touched): Promise<void> => {
    const shares = shareByTopic(logs);
    for (const [index, owner] of [...owners.entries()].reverse())
      if (shares[index]?.length) await owner.undo(tx, shares[index], touched);
    await deleteLogs(tx, chainId, logs);
  };
  const keptOf = (logs: ChainLog[], shares: ChainLog[][]): ChainLog[] => {
    const kept = new Set(shares.flat());
    return logs.filter((entry) => kept.has(entry));
  };

  return { share, shareByTopic, keptOf, lockAffectedTokens, applyShares, undoShares };
};
