import { devEndpoints } from '@skarb/schema/dev';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { lower } from '../../platform/chain/address.ts';
import { siweHosts } from '../auth/siwe.rules.ts';
import { listMailbox } from '../mail/mail.view.ts';
import { cardRoutes } from './dev.card-routes.ts';
import { createFaucet } from './dev.faucet.ts';
import { createMinterLine } from './dev.minter.ts';
import { createLocalGoogle, type Asked } from './dev.google.ts';
import { choicePage, choicePolicy, refusedPage } from './dev.google-page.ts';
import { MAILBOX_POLICY, mailboxPage } from './dev.mailbox.ts';

/** The faucet and the mailbox: registered only in the local stack. */
export const devRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { config, db } = context;
  if (!config.isLocalStack) return;
  const inLine = createMinterLine(db.sql);
  const pour = createFaucet(context, inLine);
  if (config.google?.isLocal) localGoogleRoutes(binder, { ...config, google: config.google });
  if (config.onramp?.provider === 'demo') cardRoutes(binder, context, config.onramp, inLine);
  bind(binder, devEndpoints.contracts, async () => {
    const { auctionHouse, breeding, collectionFactory, weth } = config.deployment;
    return { data: { auctionHouse, breeding, collectionFactory, weth } };
  });
  bind(binder, devEndpoints.faucet, async ({ body, request }) => {
    await binder.rateLimit(
      { name: 'faucet', key: networkOf(request), max: 120, seconds: 60 },
      { name: 'faucet-to', key: body.address.toLowerCase(), max: 20, seconds: 60 },
    );
    return { data: await pour(lower(body.address)) };
  });
  bind(binder, devEndpoints.mail, async ({ query }) => ({ data: await listMailbox(db.sql, query.to) }));
  binder.app.get('/dev/mail', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAILBOX_POLICY)
      .header('cache-control', 'no-store')
      .send(mailboxPage(await listMailbox(db.sql))),
  );
};

/** The OpenID provider that replaces Google when no Google client id is configured. */
const localGoogleRoutes = (
  { app }: Binder,
  config: Context['config'] & { google: NonNullable<Context['config']['google']> },
): void => {
  const redirects = ownOrigins(config.publicUrl).map((origin) => `${origin}/api/auth/google/return`);
  const google = createLocalGoogle(config, redirects);
  app.get('/dev/oidc/.well-known/openid-configuration', async () => google.discovery);
  app.get('/dev/oidc/keys', async () => google.keys());
  app.get('/dev/oidc/authorize', async (request, reply) => {
    const asked = Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).filter(([, value]) => typeof value === 'string'),
    ) as Asked;
    const answer = await google.authorize(asked);
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if ('location' in answer) return reply.redirect(answer.location);
    // The form's response redirects to the site, which may be open under another loopback name (CSP cannot name IPv6
    // hosts).
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        choicePolicy(["'self'", ...ownOrigins(config.publicUrl).filter((origin) => !origin.includes('['))]),
      );
    return 'refused' in answer
      ? reply.status(400).send(refusedPage(answer.refused))
      : reply.send(choicePage(google.people, asked, '/dev/oidc/authorize'));
  });
};

/** The origins of this site: the public one; if that is the local machine, also its other loopback names. */
const ownOrigins = (publicUrl: string): string[] =>
  siweHosts(publicUrl).map((host) => `${new URL(publicUrl).protocol}//${host}`);
