import { accountAddress } from '@skarb/contracts/account';
import { decodeAbiParameters, isAddressEqual, padHex, toEventHash, zeroAddress, type Address, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import { toTime } from '../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner } from '../../platform/chain/events.ts';
import { tokensOfMakers } from '../offer/offer.lock.ts';
import { touchedOffersOf } from '../offer/offer.touched.ts';
import { addKeyLog, deleteKeyLog, findAccounts, putAccount, setDeployed } from './account.key.store.ts';
import { addRecoveryLog, deleteRecoveryLog, type RecoveryLog } from './account.recovery.store.ts';
import { setExecuted, unsetExecuted } from './account.store.ts';
import { OPERATION_EVENT as OPERATION } from './account.tasks.ts';

const CREATED = toEventHash('AccountCreated(address,bytes)');
const KEY_ADDED = toEventHash('KeyAdded(bytes32,bytes)');
const KEY_REMOVED = toEventHash('KeyRemoved(bytes32)');
const GUARDIAN_SET = toEventHash('GuardianSet(address)');
const PROPOSED = toEventHash('RecoveryProposed(bytes32,bytes,uint256)');
const CANCELLED = toEventHash('RecoveryCancelled()');
const RECOVERY: readonly (Hex | undefined)[] = [GUARDIAN_SET, PROPOSED, CANCELLED];
const NO_PAYMASTER = padHex(zeroAddress, { size: 32 });
/** The third word of the event's data is what the operation paid: our bundles pay nothing, most others something. */
const isFree = ({ data }: ChainLog): boolean => /^0x.{128}0{64}/.test(data);

/** The bytes in a log's data; undefined in one that our contracts did not write, which may contain anything. */
const bytesOf = ({ data }: ChainLog): Hex | undefined => {
  try {
    return decodeAbiParameters([{ type: 'bytes' }], data)[0];
  } catch {
    return undefined;
  }
};
const accountIn = ({ topics }: ChainLog): Address => `0x${(topics[1] ?? '').slice(-40)}`;
/** What a log says about an account's recovery; undefined where it cannot be read. */
const recoveryOf = (log: ChainLog): RecoveryLog | undefined => {
  if (log.topics[0] === CANCELLED) return { kind: 'CANCELLED' };
  const guardian = accountIn(log);
  if (log.topics[0] === GUARDIAN_SET)
    return { kind: 'GUARDIAN', guardian: isAddressEqual(guardian, zeroAddress) ? null : guardian };
  try {
    const [key, at] = decodeAbiParameters([{ type: 'bytes' }, { type: 'uint256' }], log.data);
    return { kind: 'PROPOSED', key, recoverableAt: toTime(at) };
  } catch {
    return undefined;
  }
};
/** What a log says about a key: `key` is null where it was removed. */
const keyOf = (log: ChainLog) => ({
  keyHash: log.topics[1] as Hex,
  key: log.topics[0] === KEY_ADDED ? bytesOf(log) : null,
});

/**
 * The events of smart accounts: the entry point's operations that paid nothing, the factory's accounts, and the keys and
 * recoveries of known accounts. A log of a contract that only claims to be an account is not recorded.
 */
export const accountEvents = ({ accounts, chain }: Pick<Config, 'accounts' | 'chain'>): EventOwner => {
  /** The account that a log says was created; undefined where its address is not that of its first key. */
  const createdBy = (log: ChainLog): { address: Address; firstKey: Hex } | undefined => {
    const [address, firstKey] = [accountIn(log), bytesOf(log)];
    const isRight = accounts && firstKey && isAddressEqual(accountAddress(accounts, firstKey), address);
    return isRight ? { address, firstKey } : undefined;
  };
  return {
    topics: [OPERATION, CREATED, KEY_ADDED, KEY_REMOVED, GUARDIAN_SET, PROPOSED, CANCELLED],
    addresses: async () => new Set(),
    narrow: async () =>
      accounts
        ? [
            // All operations of everyone pass through one entry point.
            { addresses: [accounts.entryPoint], topics: [[OPERATION], null, null, [NO_PAYMASTER]] },
            { addresses: [accounts.accountFactory], topics: [[CREATED]] },
            // The accounts' own addresses would be too many for one query.
            { addresses: undefined, topics: [[KEY_ADDED, KEY_REMOVED, GUARDIAN_SET, PROPOSED, CANCELLED]] },
          ]
        : [],
    wants: (log) =>
      log.topics[0] === CANCELLED || (log.topics[1] !== undefined && (log.topics[0] !== OPERATION || isFree(log))),
    known: async (tx, logs) => {
      const made = logs.flatMap((log) => (log.topics[0] === CREATED ? (createdBy(log)?.address ?? []) : []));
      const accounts = new Set([
        ...made,
        ...(await findAccounts(tx, [...new Set(logs.map(({ address }) => address))])),
      ]);
      return logs.filter(
        (log) => log.topics[0] === OPERATION || log.topics[0] === CREATED || accounts.has(log.address),
      );
    },
    tokensOf: (tx, logs) =>
      tokensOfMakers(
        tx,
        logs.filter(({ topics }) => topics[0] === KEY_ADDED || topics[0] === KEY_REMOVED).map((log) => log.address),
      ),
    async apply(tx, logs, touched) {
      for (const log of logs)
        if (log.topics[0] === OPERATION) await setExecuted(tx, log.topics[1] as Hex, log);
        else if (log.topics[0] === CREATED) {
          const created = createdBy(log);
          if (!created) continue;
          await putAccount(tx, { ...created, chainId: chain.id });
          await setDeployed(tx, created.address, log.blockNumber);
        } else if (RECOVERY.includes(log.topics[0])) {
          const what = recoveryOf(log);
          if (what) await addRecoveryLog(tx, log, what);
        } else {
          const { keyHash, key } = keyOf(log);
          if (key === undefined) continue;
          // What a removed key signed is no longer valid: ask the account again.
          if (await addKeyLog(tx, log, { keyHash, key })) touchedOffersOf(touched).makers.add(log.address);
        }
    },
    async undo(tx, logs, touched) {
      for (const log of logs)
        if (log.topics[0] === OPERATION) await unsetExecuted(tx, log.topics[1] as Hex, log);
        else if (log.topics[0] === CREATED) await setDeployed(tx, accountIn(log), null);
        else if (RECOVERY.includes(log.topics[0])) await deleteRecoveryLog(tx, log);
        else if (await deleteKeyLog(tx, log)) touchedOffersOf(touched).makers.add(log.address);
    },
  };
};
