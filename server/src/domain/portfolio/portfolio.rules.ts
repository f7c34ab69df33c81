import type { Language } from '@skarb/schema/language';
import type { Holding, PortfolioTotals } from '@skarb/schema/portfolio';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { inLanguage } from '@skarb/schema/work-text';

/** A purchase of a token: its units, and what was paid for all of them, in wei of ether. */
export type Purchase = { units: bigint; wei: bigint; at: Date };

/** What somebody holds of one token. Prices are of one unit, in wei of ether. */
export type Held = {
  tokenUuid: string;
  name: string;
  units: bigint;
  /** Newest first. */
  purchases: Purchase[];
  /** Of the cheapest listing of the token by somebody else: one's own price is no worth. */
  listing: bigint | null;
  /** Of the collection, without one's own listings. */
  floor: bigint | null;
};

/** A holding with its figures in wei. */
export type Valued = {
  held: Held;
  bought: bigint;
  cost: bigint | null;
  boughtAt: Date | null;
  worth: bigint | null;
  worthBy: Holding['worthBy'];
  result: bigint | null;
};

/** A holding with its token as it is shown. */
export type Shown = Valued & { token: Holding['token'] };

/**
 * What the units that are left have cost: units leave in the order in which they came, so those that were bought last
 * are left. Units beyond them were made or received here, without a price.
 */
export const costOf = (
  units: bigint,
  purchases: readonly Purchase[],
): { bought: bigint; cost: bigint | null; boughtAt: Date | null } => {
  let bought = 0n;
  let cost = 0n;
  for (const purchase of purchases) {
    const left = units - bought;
    if (left <= 0n) break;
    const taken = purchase.units < left ? purchase.units : left;
    bought += taken;
    cost += (purchase.wei * taken) / purchase.units;
  }
  return bought === 0n ? { bought, cost: null, boughtAt: null } : { bought, cost, boughtAt: purchases[0]?.at ?? null };
};

/** A holding by the cheapest listing of its token, otherwise by the collection's floor; neither by its owner's own prices. */
export const valueOf = (held: Held): Valued => {
  const { bought, cost, boughtAt } = costOf(held.units, held.purchases);
  const unit = held.listing ?? held.floor;
  return {
    held,
    bought,
    cost,
    boughtAt,
    worth: unit === null ? null : unit * held.units,
    worthBy: unit === null ? null : held.listing === null ? 'FLOOR' : 'LISTING',
    result: unit === null || cost === null ? null : unit * bought - cost,
  };
};

/** Wei as a decimal string of ether; negative amounts, too. */
export const etherOf = (wei: bigint): string => (wei < 0n ? `-${fromBaseUnits(-wei, 18)}` : fromBaseUnits(wei, 18));
const orNull = (wei: bigint | null): string | null => (wei === null ? null : etherOf(wei));

export const toHolding = ({ token, held, bought, cost, boughtAt, worth, worthBy, result }: Shown): Holding => ({
  token,
  quantity: Number(held.units),
  bought: Number(bought),
  cost: orNull(cost),
  boughtAt: boughtAt?.toISOString() ?? null,
  worth: orNull(worth),
  worthBy,
  result: orNull(result),
});

/** Sums of what is known; null where nothing is. */
export const totalsOf = (all: readonly Valued[], isPartial: boolean): PortfolioTotals => {
  const sum = (of: (one: Valued) => bigint | null, some = all): bigint | null =>
    some.reduce<bigint | null>((total, one) => {
      const part = of(one);
      return part === null ? total : (total ?? 0n) + part;
    }, null);
  const unknown = all.filter(({ worth }) => worth === null);
  const compared = all.filter((one) => one.result !== null);
  const result = sum((one) => one.result);
  const paid = sum(({ cost }) => cost, compared) ?? 0n;
  return {
    tokens: all.length,
    quantity: Number(sum(({ held }) => held.units) ?? 0n),
    cost: etherOf(sum(({ cost }) => cost) ?? 0n),
    worth: orNull(sum(({ worth }) => worth)),
    result: orNull(result),
    unknown: { tokens: unknown.length, cost: etherOf(sum(({ cost }) => cost, unknown) ?? 0n) },
    compared: { tokens: compared.length, cost: etherOf(paid), worth: etherOf(paid + (result ?? 0n)) },
    isPartial,
  };
};

/** All without what a reorg deleted after the figures were read and before the documents of a page. */
export const stillThere = (
  all: readonly Valued[],
  page: readonly Valued[],
  shown: readonly Shown[],
): readonly Valued[] => {
  if (shown.length === page.length) return all;
  const read = new Set(shown.map(({ held }) => held));
  const gone = new Set(page.filter(({ held }) => !read.has(held)));
  return all.filter((one) => !gone.has(one));
};

type Field = 'createdAt' | 'name' | 'cost' | 'worth' | 'result';
/** In an order; unknown figures come last in both directions. @param all newest first */
export const inOrder = (all: readonly Valued[], field: Field, direction: 'ASC' | 'DESC'): Valued[] => {
  if (field === 'createdAt') return direction === 'DESC' ? [...all] : all.toReversed();
  const sign = direction === 'ASC' ? 1 : -1;
  const by = (a: Valued, b: Valued): number => {
    if (field === 'name') return sign * a.held.name.localeCompare(b.held.name, 'uk');
    const [left, right] = [a[field], b[field]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  };
  return all.toSorted(by);
};

/** What a spreadsheet takes for the begin of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r\n|%]/;
/** A cell of text: in quotes, and never a formula, whatever a creator has named their work. */
export const textCell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The columns of a CSV, in order; each amount is there again in the reader's currency. */
const COLUMNS = [
  'work',
  'collection',
  'type',
  'units',
  'bought',
  'boughtAt',
  'cost',
  'worth',
  'worthBy',
  'result',
] as const;
const AMOUNTS = ['cost', 'worth', 'result'] as const;
const isAmount = (column: string): boolean => (AMOUNTS as readonly string[]).includes(column);
/** The heads of the columns in the reader's language. */
type Heads = Record<(typeof COLUMNS)[number] | 'page', string>;

/**
 * A portfolio as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8.
 * @param language of the works' names
 * @param heads in the same language; other values are the same in each
 * @param money another currency, and how much of it an ether is
 * @param urlOf the address of a token's page
 */
export const csvOf = (
  all: readonly Shown[],
  language: Language,
  heads: Heads,
  money: { currency: string; rate: number },
  urlOf: (tokenUuid: string) => string,
): string => {
  const inMoney = (wei: bigint | null) => (wei === null ? '' : ((Number(wei) / 1e18) * money.rate).toFixed(2));
  const head = [
    ...COLUMNS.map((column) => (isAmount(column) ? `${heads[column]} (ETH)` : heads[column])),
    ...AMOUNTS.map((column) => `${heads[column]} (${money.currency})`),
    heads.page,
  ];
  const rows = all.map((one) => {
    const { token, quantity, bought, boughtAt, cost, worth, worthBy, result } = toHolding(one);
    return [
      textCell(inLanguage(token, language).name),
      textCell(token.collection.name),
      token.type,
      quantity,
      bought,
      boughtAt ?? '',
      cost ?? '',
      worth ?? '',
      worthBy ?? '',
      result ?? '',
      inMoney(one.cost),
      inMoney(one.worth),
      inMoney(one.result),
      textCell(urlOf(token.uuid)),
    ];
  });
  return `\uFEFF${[head.map(textCell), ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
};
