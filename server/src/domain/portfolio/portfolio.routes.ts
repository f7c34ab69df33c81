import { tagOf } from '@skarb/schema/language';
import { portfolioEndpoints } from '@skarb/schema/portfolio';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { WORDS } from '../../platform/words.ts';
import { readNewestPrices } from '../price/price.view.ts';
import {
  csvOf,
  inOrder,
  saleTotalsOf,
  type Sold,
  stillThere,
  toHolding,
  toPastSale,
  totalsOf,
  transferredTotalsOf,
} from './portfolio.rules.ts';
import { readPastSales, readPortfolio, withLeftTokens, withNamesIn, withTokens } from './portfolio.view.ts';

const soldTokenOf = ({ sale }: Sold): string => sale.tokenUuid;

export const portfolioRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { db, config } = context;
  bind(binder, portfolioEndpoints.list, async ({ query, caller, request }) => {
    await binder.rateLimit(...costly('portfolio', request, caller, 60));
    const { all: held, isPartial, ...left } = await readPortfolio(db.read, caller.uuid);
    const { field, direction } = sortOf(query.sortBy);
    const all = field === 'name' ? await withNamesIn(db.read, held, query.language) : held;
    const from = offsetOf(query);
    const page = inOrder(all, field, direction, query.language).slice(from, from + query.limit);
    const shown = await withTokens(db.read, page);
    const there = stillThere(all, page, shown);
    return {
      data: shown.map(toHolding),
      meta: metaOf(query, there.length, !isPartial),
      totals: totalsOf(there, isPartial, {
        sold: saleTotalsOf(left.sold, left.isSoldPartial),
        transferred: transferredTotalsOf(left.transferred, left.isTransferredPartial),
      }),
    };
  });
  bind(binder, portfolioEndpoints.sales, async ({ query, caller, request }) => {
    await binder.rateLimit(...costly('portfolio', request, caller, 60));
    const asked = { limit: query.limit, offset: offsetOf(query) };
    const { page, total, isPartial } = await readPastSales(db.read, caller.uuid, asked);
    const shown = await withLeftTokens(db.read, page, soldTokenOf);
    return { data: shown.map(toPastSale), meta: metaOf(query, total, !isPartial) };
  });
  bind(binder, portfolioEndpoints.csv, async ({ query, caller, request, reply }) => {
    await binder.rateLimit(...costly('portfolio', request, caller, 60));
    const [{ all, sold, transferred }, prices] = await Promise.all([
      readPortfolio(db.read, caller.uuid),
      readNewestPrices(context),
    ]);
    const day = new Date().toISOString().slice(0, 10);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-language', tagOf(query.language))
      .header('content-disposition', `attachment; filename="skarb-portfolio-${day}.csv"`);
    const [shown, shownSales, shownTransferred] = await Promise.all([
      withTokens(db.read, all),
      withLeftTokens(db.read, sold, soldTokenOf),
      withLeftTokens(db.read, transferred, ({ tokenUuid }) => tokenUuid),
    ]);
    const ofDollar = prices.fiat[query.currency];
    return csvOf(
      { held: shown, sold: shownSales, transferred: shownTransferred },
      query.language,
      WORDS[query.language].portfolio,
      { currency: query.currency, ofEther: Number(prices.eth.usd) * ofDollar, ofDollar },
      (uuid) => `${config.publicUrl}/nfts/${uuid}`,
    );
  });
};
