import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { BreedingPair, BreedingTerms } from '@skarb/schema/breeding';
import { toBaseUnits } from '@skarb/schema/money';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import { call } from '../../platform/http/api.ts';
import { encodeCall, readerOf } from '../../platform/wallet/contract-calls.ts';
import type { Plan } from '../offer/preflight/preflight.plans.ts';

/** Breeding a pair as it was shown. The check simulates the exact transactions and asks the marketplace for nothing. */
export const breedPlan = (pair: BreedingPair, terms: BreedingTerms, networkUuid: string): Plan => {
  const { currency, contract, matron, sire } = pair;
  const cost = toBaseUnits(pair.cost, currency.decimals);
  return {
    key: ['breed', matron.uuid, sire.uuid, pair.cost],
    networkUuid,
    money: [
      { currency: { address: currency.address, decimals: currency.decimals, name: currency.symbol }, amount: cost },
    ],
    look: async () => {
      const query = { matronUuid: matron.uuid, sireUuid: sire.uuid };
      const { data: now } = await call(breedingCalls.pair, { query });
      return now.obstacles.length > 0 || now.cost !== pair.cost
        ? { kind: 'gone', code: 'breeding.changed', next: null }
        : null;
    },
    steps: async ({ network, account }) => {
      const send = (id: string, to: string, data: `0x${string}`): TransactionStep => ({
        id,
        kind: 'transaction',
        description: '',
        status: 'incomplete',
        chainId: network.chainId,
        to,
        data,
        value: '0',
      });
      const allowed = await readerOf(network.rpcUrl).allowance(currency.address, account, contract);
      const collection = terms.contractAddress;
      return [
        ...(allowed < cost ? [send('approve-weth', currency.address, encodeCall('approve', contract, cost))] : []),
        send('breed', contract, encodeCall('breed', collection, BigInt(matron.tokenId), BigInt(sire.tokenId), cost)),
      ];
    },
  };
};

/** A check for actions whose steps are enough: the marketplace returns them without storing anything. */
export const stepsPlan = (
  key: readonly unknown[],
  networkUuid: string,
  steps: () => Promise<readonly Step[]>,
): Plan => ({ key, networkUuid, money: [], steps });
