import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { address, one, time } from './primitive.ts';

/** A mail (or SMS) of the local stack. */
const devMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: time,
});
export type DevMail = z.infer<typeof devMail>;

/** Endpoints of the local stack only: play money, the mailbox, and what the demo wallet knows. */
export const devEndpoints = {
  contracts: endpoint({
    method: 'GET',
    path: '/dev/contracts',
    summary: 'The contracts whose calls the demo wallet can read, and the currency of breeding',
    access: 'public',
    response: one(z.object({ auctionHouse: address, breeding: address, collectionFactory: address, weth: address })),
  }),
  faucet: endpoint({
    method: 'POST',
    path: '/dev/faucet',
    summary: 'Play money of the local chain: 100 POL, 10 WETH, 10,000 USDC',
    access: 'public',
    body: z.object({ address }),
    response: one(z.object({ address, pol: z.string(), weth: z.string(), usdc: z.string() })),
  }),
  mail: endpoint({
    method: 'GET',
    path: '/dev/mail',
    summary: 'The mails and text messages sent, newest first',
    access: 'public',
    fresh: true,
    query: z.object({
      to: z
        .string()
        .toLowerCase()
        .max(254)
        // The plus sign of a phone number reads as a space in a query.
        .transform((text) => text.replace(/^ (?=\d+$)/, '+').trim())
        .optional(),
    }),
    response: z.object({ data: z.array(devMail) }),
  }),
};
