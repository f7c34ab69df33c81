import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { one, step, time, uuid } from './primitive.ts';

/**
 * Something that has to end before an account can be deleted. `AUCTION`: an auction of the user with bids, or one
 * whose NFT needs a transaction of the user to return. `AUCTION_BID`: their highest bid in another user's auction.
 * `OFFER`: a sale or bid that is being cancelled. `PAYMENT`: a payment by card in progress. `MINT`: a token being
 * minted. `ADMIN`: the role of an admin. `BLOCKED`: an admin has blocked the account.
 */
const DELETION_OBSTACLES = ['AUCTION', 'AUCTION_BID', 'OFFER', 'PAYMENT', 'MINT', 'ADMIN', 'BLOCKED'] as const;

const deletionObstacle = z.object({
  kind: z.enum(DELETION_OBSTACLES),
  /** The offer's, token's or order's; null for the account itself. */
  uuid: uuid.nullable(),
  /** Of the token it is about. */
  name: z.string().nullable(),
  /** Whether deletion is refused now; otherwise it has to end before the account is deleted. */
  isBlocking: z.boolean(),
});
export type DeletionObstacle = z.infer<typeof deletionObstacle>;

const deletion = z.object({
  /** When the account is deleted; null when nobody requested it. */
  deletionAt: time.nullable(),
  obstacles: z.array(deletionObstacle),
});
export type Deletion = z.infer<typeof deletion>;

/**
 * A user's access to all data about them. Below `/auth`, where browsers send the device cookie that a step-up proof is
 * bound to.
 */
export const ownDataEndpoints = {
  requestExport: endpoint({
    method: 'POST',
    path: '/auth/export',
    summary:
      'A link to all of the caller’s data as a zip (JSON and files), valid once and for 5 minutes; requires a recent `POST /auth/step-up`',
    access: 'user',
    status: 201,
    response: one(
      z.object({
        /** Below the base URL of the API; anyone who has it can read the data once. */
        path: z.string(),
        expiresAt: time,
      }),
    ),
  }),
  download: endpoint({
    method: 'GET',
    path: '/auth/export/{secret}',
    summary: 'The export as application/zip; 404 for a link that was used or has expired',
    access: 'public',
    fresh: true,
    params: z.object({ secret: z.string().regex(/^[\w-]{20,100}$/, 'is no link of an export') }),
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/auth/deletion',
    summary: 'When the caller’s account will be deleted, and what must end first',
    access: 'user',
    response: one(deletion),
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/auth/deletion',
    summary:
      'Delete the caller’s account in 7 days and cancel its open offers now. Requires a recent `POST /auth/step-up`; 409 `account.deletionBlocked` if something must end first',
    access: 'user',
    /** `steps`: what the caller’s own wallet has to cancel, as DELETE /offer/{id} gives it. */
    response: one(deletion.extend({ steps: z.array(step) })),
  }),
  keepAccount: endpoint({
    method: 'DELETE',
    path: '/auth/deletion',
    summary: 'Cancel the deletion of the account',
    access: 'user',
    status: 204,
  }),
};
