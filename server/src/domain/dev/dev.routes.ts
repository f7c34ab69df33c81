import { devEndpoints } from '@skarb/schema/dev';
import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { placeOf } from '../../platform/http/rate-limit.ts';
import { listMailbox } from '../mail/mail.view.ts';
import { createFaucet } from './dev.faucet.ts';
import { mailboxPage } from './dev.mailbox.ts';

/** Play money and the mailbox: bound in the local stack, absent everywhere else. */
export const devRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { config, db } = context;
  if (!config.isLocalStack) return;
  const pour = createFaucet(context);
  bind(binder, devEndpoints.faucet, async ({ body, request }) => {
    await binder.rateLimit(
      { name: 'faucet', key: placeOf(request), max: 120, seconds: 60 },
      { name: 'faucet-to', key: body.address.toLowerCase(), max: 20, seconds: 60 },
    );
    return { data: await pour(body.address.toLowerCase() as Address) };
  });
  bind(binder, devEndpoints.mail, async ({ query }) => ({ data: await listMailbox(db.sql, query.to) }));
  binder.app.get('/dev/mail', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(mailboxPage(await listMailbox(db.sql))),
  );
};
