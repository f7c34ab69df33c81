import { z } from 'zod';
import { siwe } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { address, hash32, hex, one, step, time } from './primitive.ts';

const accountKey = z.object({
  /** keccak256 of the key. */
  id: hash32,
  /** A passkey of this marketplace, a wallet, or a key of another verifier. */
  kind: z.enum(['PASSKEY', 'WALLET', 'OTHER']),
  /** The ERC-7913 signer. */
  key: hex,
  /** Of a wallet. */
  address: address.nullable(),
  /** The account's address follows from it. */
  isFirst: z.boolean(),
  /** The time of its block; null for a first key. */
  addedAt: time.nullable(),
});
export type AccountKey = z.infer<typeof accountKey>;

/** The keys of the caller's smart account, as the chain has them. */
const keysOfAccount = z.object({
  /** Null if the caller's wallet is no smart account. */
  address: address.nullable(),
  isDeployed: z.boolean(),
  keys: z.array(accountKey),
});
export type KeysOfAccount = z.infer<typeof keysOfAccount>;

/** Keys of the caller's smart account. Adding and removing are operations of the account itself: the steps. */
export const accountKeyEndpoints = {
  keys: endpoint({
    method: 'GET',
    path: '/account/key',
    summary: 'The keys of the caller’s smart account, as the chain has them',
    access: 'user',
    response: one(keysOfAccount),
  }),
  addKey: endpoint({
    method: 'POST',
    path: '/account/key',
    summary:
      'Make a key the caller’s first, whose account becomes their wallet: `message` and `signature` as in `POST /auth/connect-metamask`, by the account (ERC-6492). A further key: the steps that add it; a wallet signs a message of the purpose `addKey` first, so that nobody adds the key of someone else by mistake',
    access: 'user',
    body: z.object({
      /** A passkey (`verifier ‖ x ‖ y ‖ sha256(rpId)`) or the address of a wallet. */
      key: hex.min(42).max(512),
      message: siwe.shape.message.optional(),
      signature: siwe.shape.signature.optional(),
    }),
    response: one(keysOfAccount.extend({ steps: z.array(step) })),
  }),
  removeKey: endpoint({
    method: 'DELETE',
    path: '/account/key/{id}',
    summary: 'The steps that remove a key; never the last one. What it signed is no longer valid then',
    access: 'user',
    params: z.object({ id: hash32 }),
    response: one(keysOfAccount.extend({ steps: z.array(step) })),
  }),
};
