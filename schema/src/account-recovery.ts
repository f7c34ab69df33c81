import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { address, hex, one, step, time } from './primitive.ts';

/** ASKED until the mailed link is opened, CONFIRMED while the key waits for its seven days. */
const status = z.enum(['ASKED', 'CONFIRMED', 'STOPPED', 'DONE']);

/** Recovery of the caller's smart account by e-mail. */
const recovery = z.object({
  /** Whether it can be chosen: a smart account, a confirmed e-mail address, and a marketplace that offers it. */
  isAvailable: z.boolean(),
  /** Whether the marketplace may propose a key, as the chain has it. */
  isChosen: z.boolean(),
  /** The caller's latest request. */
  request: z
    .object({
      status,
      key: hex,
      createdAt: time,
      /** When the key is added unless somebody stops it; null before the chain has the proposal. */
      effectiveAt: time.nullable(),
    })
    .nullable(),
});
export type Recovery = z.infer<typeof recovery>;

const token = z.string().regex(/^[\w-]{64}$/, 'must be the token of a mailed link');

/** For people who lost all keys of their smart account: the marketplace proposes a new one, which waits for seven days. */
export const accountRecoveryEndpoints = {
  recovery: endpoint({
    method: 'GET',
    path: '/account/recovery',
    summary: 'Recovery of the caller’s smart account by e-mail',
    access: 'user',
    response: one(recovery),
  }),
  chooseRecovery: endpoint({
    method: 'POST',
    path: '/account/recovery',
    summary: 'The steps that let the marketplace propose a key after a loss, or no longer',
    access: 'user',
    changesNothingPublic: true,
    body: z.object({ isOn: z.boolean() }),
    response: one(recovery.extend({ steps: z.array(step) })),
  }),
  requestRecovery: endpoint({
    method: 'POST',
    path: '/account/recovery/request',
    summary: 'Ask for a new key of the caller’s smart account; a link to confirm it is mailed',
    access: 'user',
    changesNothingPublic: true,
    /** The key as in `POST /account/key`. */
    body: z.object({ key: hex.min(42).max(512) }),
    response: one(recovery),
  }),
  recoveryLink: endpoint({
    method: 'POST',
    path: '/account/recovery/link',
    summary: 'What a mailed link of a recovery is about; changes nothing',
    access: 'public',
    changesNothingPublic: true,
    body: z.object({ token }),
    response: one(z.object({ status, effectiveAt: time.nullable(), account: address })),
  }),
  confirmRecovery: endpoint({
    method: 'POST',
    path: '/account/recovery/confirm',
    summary:
      'Confirm a request with the token of its mail, in the browser that made it; the key is added after seven days',
    access: 'user',
    changesNothingPublic: true,
    body: z.object({ token }),
    response: one(recovery),
  }),
  stopRecovery: endpoint({
    method: 'POST',
    path: '/account/recovery/stop',
    summary: 'Stop a recovery, with the token of one of its mails or as the signed-in user',
    access: 'optional',
    changesNothingPublic: true,
    body: z.object({ token: token.optional() }),
    status: 204,
  }),
};
