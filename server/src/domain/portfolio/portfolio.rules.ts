import type { Language } from '@skarb/schema/language';
import type { Holding, PortfolioTotals } from '@skarb/schema/portfolio';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { inLanguage } from '@skarb/schema/work-text';

/** A purchase of a token: its units, and what was paid for all of them, in wei of ether and in millionths of a dollar. */
export type Purchase = {
  units: bigint;
  wei: bigint;
  /** At the rate of its day, if that is known. */ microUsd: bigint | null;
  at: Date;
};

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

/** A holding with its figures in wei; `costUsd` in millionths of a dollar. */
export type Valued = {
  held: Held;
  bought: bigint;
  cost: bigint | null;
  costUsd: bigint | null;
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
): Pick<Valued, 'bought' | 'cost' | 'costUsd' | 'boughtAt'> => {
  let bought = 0n;
  let cost = 0n;
  let costUsd: bigint | null = 0n;
  for (const purchase of purchases) {
    const left = units - bought;
    if (left <= 0n) break;
    const taken = purchase.units < left ? purchase.units : left;
    bought += taken;
    cost += (purchase.wei * taken) / purchase.units;
    costUsd =
      costUsd === null || purchase.microUsd === null ? null : costUsd + (purchase.microUsd * taken) / purchase.units;
  }
  if (bought === 0n) return { bought, cost: null, costUsd: null, boughtAt: null };
  return { bought, cost, costUsd, boughtAt: purchases[0]?.at ?? null };
};

/** A holding by the cheapest listing of its token, otherwise by the collection's floor; neither by its owner's own prices. */
export const valueOf = (held: Held): Valued => {
  const paid = costOf(held.units, held.purchases);
  const unit = held.listing ?? held.floor;
  return {
    held,
    ...paid,
    worth: unit === null ? null : unit * held.units,
    worthBy: unit === null ? null : held.listing === null ? 'FLOOR' : 'LISTING',
    result: unit === null || paid.cost === null ? null : unit * paid.bought - paid.cost,
  };
};

/** Wei as a decimal string of ether; negative amounts, too. */
export const etherOf = (wei: bigint): string => (wei < 0n ? `-${fromBaseUnits(-wei, 18)}` : fromBaseUnits(wei, 18));
const orNull = (wei: bigint | null): string | null => (wei === null ? null : etherOf(wei));
const dollarsOrNull = (microUsd: bigint | null): string | null =>
  microUsd === null ? null : fromBaseUnits(microUsd, 6);

export const toHolding = ({
  token,
  held,
  bought,
  cost,
  costUsd,
  boughtAt,
  worth,
  worthBy,
  result,
}: Shown): Holding => ({
  token,
  quantity: Number(held.units),
  bought: Number(bought),
  cost: orNull(cost),
  costUsd: dollarsOrNull(costUsd),
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
  const dollars = (some: readonly Valued[]): string | null => {
    const paid = some.filter(({ cost }) => cost !== null);
    return paid.some(({ costUsd }) => costUsd === null)
      ? null
      : dollarsOrNull(sum(({ costUsd }) => costUsd, paid) ?? 0n);
  };
  const unknown = all.filter(({ worth }) => worth === null);
  const compared = all.filter((one) => one.result !== null);
  const result = sum((one) => one.result);
  const paid = sum(({ cost }) => cost, compared) ?? 0n;
  return {
    tokens: all.length,
    quantity: Number(sum(({ held }) => held.units) ?? 0n),
    cost: etherOf(sum(({ cost }) => cost) ?? 0n),
    costUsd: dollars(all),
    worth: orNull(sum(({ worth }) => worth)),
    result: orNull(result),
    unknown: { tokens: unknown.length, cost: etherOf(sum(({ cost }) => cost, unknown) ?? 0n) },
    compared: {
      tokens: compared.length,
      cost: etherOf(paid),
      costUsd: dollars(compared),
      worth: etherOf(paid + (result ?? 0n)),
    },
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
 * @param money another currency: how much of it an ether and a dollar are
 * @param urlOf the address of a token's page
 */
export const csvOf = (
  all: readonly Shown[],
  language: Language,
  heads: Heads,
  money: { currency: string; ofEther: number; ofDollar: number },
  urlOf: (tokenUuid: string) => string,
): string => {
  const inMoney = (wei: bigint) => (Number(wei) / 1e18) * money.ofEther;
  const written = (amount: number | null) => amount?.toFixed(2) ?? '';
  // The dollars of the day of a purchase are what it cost, whatever ether is worth now.
  const paidOf = ({ cost, costUsd }: Valued) =>
    cost === null ? null : costUsd === null ? inMoney(cost) : (Number(costUsd) / 1e6) * money.ofDollar;
  const head = [
    ...COLUMNS.map((column) => (isAmount(column) ? `${heads[column]} (ETH)` : heads[column])),
    ...AMOUNTS.map((column) => `${heads[column]} (${money.currency})`),
    heads.page,
  ];
  const rows = all.map((one) => {
    const { token, quantity, bought, boughtAt, cost, worth, worthBy, result } = toHolding(one);
    const paid = paidOf(one);
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
      written(paid),
      written(one.worth === null ? null : inMoney(one.worth)),
      written(one.result === null || one.cost === null || paid === null ? null : inMoney(one.result + one.cost) - paid),
      textCell(urlOf(token.uuid)),
    ];
  });
  return `\uFEFF${[head.map(textCell), ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
};
