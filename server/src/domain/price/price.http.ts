import { z } from 'zod';
import type { Asset, Quote } from './price.ts';

const TIMEOUT_MS = 8_000;
const MOST_BYTES = 512 * 1024;

/** A web service with prices. */
export type HttpSource = {
  name: string;
  url: string;
  read: (url: string, assets: readonly Asset[]) => Promise<Quote[]>;
};

const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw new Error('the answer is too long');
  return JSON.parse(text);
};
const positive = z.coerce.number().positive();

/** docs.cdp.coinbase.com, "Get spot price": { data: { amount: "3200.1", … } }; of this moment. */
const coinbase: HttpSource['read'] = (url, assets) =>
  Promise.all(
    assets.map(async (asset) => {
      const answer = z
        .object({ data: z.object({ amount: positive }) })
        .parse(await getJson(`${url}/v2/prices/${asset}-USD/spot`));
      return { asset, value: answer.data.amount, at: new Date(), source: 'coinbase' };
    }),
  );

/** docs.kraken.com, "Get ticker information": { error: [], result: { <pair>: { c: ["price", "volume"] } } }; of this moment. */
const kraken: HttpSource['read'] = (url, assets) =>
  Promise.all(
    assets.map(async (asset) => {
      const answer = z
        .object({
          error: z.array(z.string()).length(0),
          result: z.record(z.string(), z.object({ c: z.tuple([positive]).rest(z.unknown()) })),
        })
        .parse(await getJson(`${url}/0/public/Ticker?pair=${asset}USD`));
      const [ticker] = Object.values(answer.result);
      if (!ticker) throw new Error(`no ${asset}`);
      return { asset, value: ticker.c[0], at: new Date(), source: 'kraken' };
    }),
  );

/** bank.gov.ua, "API for developers": [{ cc: "USD", rate: 41.5, exchangedate: "21.11.2026" }], hryvnia for one. */
const nbu: HttpSource['read'] = async (url, assets) => {
  const rows = z
    .array(z.object({ cc: z.string(), rate: positive, exchangedate: z.string().regex(/^\d\d\.\d\d\.\d{4}$/) }))
    .parse(await getJson(`${url}/NBUStatService/v1/statdirectory/exchange?json`));
  const of = (code: string) => {
    const row = rows.find(({ cc }) => cc === code);
    if (!row) throw new Error(`no ${code}`);
    return row;
  };
  const dollar = of('USD');
  const [day, month, year] = dollar.exchangedate.split('.');
  // The bank publishes tomorrow's rate in the afternoon.
  const at = new Date(Math.min(Date.now(), Date.parse(`${year}-${month}-${day}T00:00:00Z`)));
  return assets.map((asset) => ({
    asset,
    value: asset === 'UAH' ? dollar.rate : dollar.rate / of(asset).rate,
    at,
    source: 'nbu',
  }));
};

/** exchangerate-api.com, "Open access": { result: "success", time_last_update_unix, rates: { EUR: 0.9, … } } for one dollar. */
const exchangerate: HttpSource['read'] = async (url, assets) => {
  const answer = z
    .object({ result: z.literal('success'), time_last_update_unix: z.number(), rates: z.record(z.string(), positive) })
    .parse(await getJson(`${url}/v6/latest/USD`));
  return assets.map((asset) => {
    const value = answer.rates[asset];
    if (value === undefined) throw new Error(`no ${asset}`);
    return { asset, value, at: new Date(answer.time_last_update_unix * 1000), source: 'exchangerate' };
  });
};

const KNOWN: Record<string, { url: string; read: HttpSource['read'] }> = {
  coinbase: { url: 'https://api.coinbase.com', read: coinbase },
  kraken: { url: 'https://api.kraken.com', read: kraken },
  nbu: { url: 'https://bank.gov.ua', read: nbu },
  exchangerate: { url: 'https://open.er-api.com', read: exchangerate },
};

/**
 * Reads a setting: the names of sources in their order, each with another address after `=`; "none" for no source.
 * @throws Error that names what is unknown
 */
export const readHttpSources = (setting: string): HttpSource[] =>
  setting
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part && part !== 'none')
    .map((part) => {
      const [name = '', url] = part.split(/=(.*)/s);
      const known = KNOWN[name];
      if (!known) throw new Error(`each must be one of ${Object.keys(KNOWN).join(', ')}`);
      if (url !== undefined && !URL.canParse(url)) throw new Error(`what follows ${name}= is no address`);
      return { name, url: (url ?? known.url).replace(/\/$/, ''), read: known.read };
    });
