import { padHex, toEventHash, zeroAddress, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import type { ChainLog, EventOwner } from '../../platform/chain/events.ts';
import { setExecuted, unsetExecuted } from './account.store.ts';

const OPERATION = toEventHash('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)');
const NO_PAYMASTER = padHex(zeroAddress, { size: 32 });
/** The third word of the event's data is what the operation paid: our bundles pay nothing, most others something. */
const isFree = ({ data }: ChainLog): boolean => /^0x.{128}0{64}/.test(data);

/** The entry point's events of operations that paid nothing. Those that were not sent here change no row. */
export const accountEvents = ({ accounts }: Pick<Config, 'accounts'>): EventOwner => {
  const addresses = accounts ? [accounts.entryPoint] : [];
  return {
    topics: [OPERATION],
    addresses: async () => new Set(),
    // All operations of everyone pass through one entry point.
    narrow: async () => (accounts ? [{ addresses, topics: [[OPERATION], null, null, [NO_PAYMASTER]] }] : []),
    wants: isFree,
    async apply(tx, logs) {
      for (const log of logs) await setExecuted(tx, log.topics[1] as Hex, log);
    },
    async undo(tx, logs) {
      for (const log of logs) await unsetExecuted(tx, log.topics[1] as Hex, log);
    },
  };
};
