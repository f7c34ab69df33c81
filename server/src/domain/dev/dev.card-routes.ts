import { tagOf } from '@skarb/schema/language';
import { onrampEndpoints } from '@skarb/schema/onramp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { amountText } from '../../platform/amount-text.ts';
import type { Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { DEMO_PATH } from '../onramp/onramp.demo.ts';
import { DEMO_FEE_PERCENT, type Onramp } from '../onramp/onramp.settings.ts';
import { readNewestPrices } from '../price/price.view.ts';
import { CARD_POLICY, cardPage, donePage, paidPage, strayPage } from './dev.card-page.ts';
import { faultsOf, readForm } from './dev.card.rules.ts';
import { createPayout } from './dev.card.money.ts';
import { isPaid, type Bought } from './dev.card.store.ts';
import { createTill, readSigned } from './dev.card.ts';
import type { MinterLine } from './dev.minter.ts';

/** The local stack's own provider for purchases by card. Registered only in the local stack. */
export const cardRoutes = (
  binder: Binder,
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  settings: Onramp,
  inLine: MinterLine,
): void => {
  const till = createTill({
    settings,
    sql: context.db.sql,
    payout: createPayout(context, inLine),
    webhookUrl: () => {
      const own = binder.app.addresses()[0];
      if (own === undefined || typeof own === 'string') throw new Error('the API does not listen yet');
      const any = /^(0\.0\.0\.0|::)$/.test(own.address) ? '127.0.0.1' : own.address;
      return `http://${any.includes(':') ? `[${any}]` : any}:${own.port}/api${onrampEndpoints.webhook.path.replace('{provider}', 'demo')}`;
    },
    warn: (message, error) => binder.app.log.warn({ err: error }, message),
  });
  binder.app.addHook('onListen', async () => till.open());
  binder.app.addHook('preClose', async () => till.close());
  const priceOf = async ({ currency, amount, payIn }: Bought): Promise<number> => {
    const { eth, pol, fiat } = await readNewestPrices(context);
    const rate = (currency === 'USDC' ? 1 : Number(currency === 'POL' ? pol.usd : eth.usd)) * fiat[payIn];
    // Less than a cent that floats add is no cent.
    return Math.ceil(Number(amount) * rate * (1 + DEMO_FEE_PERCENT / 100) * 100 - 1e-6) / 100;
  };
  const shownOf = (bought: Bought, price: number) => {
    const locale = tagOf(bought.language);
    return {
      price: new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: bought.payIn,
        currencyDisplay: 'narrowSymbol',
      }).format(price),
      amount: amountText(bought.amount, bought.language),
    };
  };
  const boughtOf = (request: FastifyRequest): Bought | undefined => {
    try {
      return readSigned(request.url.split('?')[1] ?? '', settings.secret);
    } catch {
      return undefined;
    }
  };
  const asPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CARD_POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer');

  void binder.app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    pages.get(DEMO_PATH, async (request, reply) => {
      const bought = boughtOf(request);
      if (!bought) return asPage(reply).status(400).send(strayPage());
      if (await isPaid(context.db.sql, bought.order)) return asPage(reply).send(paidPage(bought));
      return asPage(reply).send(cardPage(bought, shownOf(bought, await priceOf(bought))));
    });
    pages.post(DEMO_PATH, async (request, reply) => {
      await binder.rateLimit({ name: 'demo-card', key: networkOf(request), max: 60, seconds: 60 });
      const bought = boughtOf(request);
      if (!bought) return asPage(reply).status(400).send(strayPage());
      if (await isPaid(context.db.sql, bought.order)) return asPage(reply).send(paidPage(bought));
      const form = readForm(String(request.body ?? ''));
      const faults = faultsOf(form, Date.now());
      const price = await priceOf(bought);
      const shown = { ...shownOf(bought, price), form };
      if (faults.length)
        return asPage(reply)
          .status(400)
          .send(cardPage(bought, { ...shown, faults }));
      if (!(await till.take(bought, price, form.outcome))) return asPage(reply).send(paidPage(bought));
      return asPage(reply).send(
        form.outcome === 'declined' ? cardPage(bought, { ...shown, isDeclined: true }) : donePage(bought, form.outcome),
      );
    });
  });
};
