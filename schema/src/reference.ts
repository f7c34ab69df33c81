import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { address, inEachLanguage, list, listQuery, time, queryBoolean, uuid } from './primitive.ts';

/** `position`: the order set by admins. */
const SORTS = ['createdAt', 'name', 'position'] as const;
const size = { default: PAGE_SIZE.reference, max: PAGE_SIZE_MAX.reference };

const category = z.object({
  uuid,
  name: z.string(),
  /** The name in each language. */
  names: inEachLanguage(z.string()),
  createdAt: time,
});
export type Category = z.infer<typeof category>;

export const network = z.object({
  uuid,
  /** Machine name: `polygon`, `local`, `amoy`. */
  name: z.string(),
  humanName: z.string(),
  chainId: z.number().int(),
  /** The RPC a browser may use. */
  rpcUrl: z.string(),
  /** Base of an explorer, or null on the local chain. */
  explorerUrl: z.string().nullable(),
  nativeSymbol: z.string(),
  /** The marketplace's own: its server follows this chain. Exactly one of all. */
  isRunning: z.boolean(),
  /** The network drops transactions with a lower tip: wei per unit of gas, 0 if it accepts any. */
  leastTip: z.string().regex(/^\d{1,30}$/),
  /** The contracts of smart accounts and the site whose passkeys are their keys; null if the network has none. */
  smartAccount: z
    .object({
      factory: address,
      implementation: address,
      /** Verifies passkeys: the first part of each key. */
      verifier: address,
      entryPoint: address,
      /** WebAuthn's relying party, whose hash is the last part of each key. */
      rpId: z.string(),
      /**
       * Where operations go instead of `POST /bundler`, and the paymaster that pays for them (ERC-7677); without one the account
       * pays. null: to this marketplace, which pays.
       */
      bundler: z.object({ url: z.string(), paymasterUrl: z.string().nullable() }).nullable(),
    })
    .nullable(),
});
export type Network = z.infer<typeof network>;

const currency = z.object({
  uuid,
  /** As shown: the specification's token symbol. Wrapped ether is shown as ETH. */
  name: z.string(),
  symbol: z.string(),
  networkUuid: uuid,
  /** null for the native coin. */
  address: address.nullable(),
  decimals: z.number().int(),
  isNative: z.boolean(),
  isDefault: z.boolean(),
  /** Whether new prices can be in it. Offers that exist are paid in it either way. */
  isEnabled: z.boolean(),
});
export type Currency = z.infer<typeof currency>;

export const referenceEndpoints = {
  categories: endpoint({
    method: 'GET',
    path: '/category',
    summary: 'Categories',
    access: 'public',
    query: listQuery(size, SORTS),
    response: list(category),
  }),
  currencies: endpoint({
    method: 'GET',
    path: '/currency',
    summary: 'Currencies for prices',
    access: 'public',
    query: listQuery(size, SORTS).extend({
      networkUuid: uuid.optional(),
      /** Also those that are switched off. */
      all: queryBoolean.optional(),
    }),
    response: list(currency),
  }),
  networks: endpoint({
    method: 'GET',
    path: '/network',
    summary: 'Networks',
    access: 'public',
    query: listQuery(size, SORTS),
    response: list(network),
  }),
};
