import { isCommaDecimal, localeOf, type Language } from '@skarb/schema/language';
import type { Holding, PastSale, PortfolioTotals, SaleTotals } from '@skarb/schema/portfolio';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { inLanguage } from '@skarb/schema/work-text';

/** A purchase of a token: its units, and what was paid for all of them, in wei of ether and in millionths of a dollar. */
export type Purchase = {
  units: bigint;
  /** How many of them have not left. */
  left: bigint;
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
export type ShownSale = Sold & { token: PastSale['token'] };

/** A sale of units: what was received for all of them, in wei of ether and in millionths of a dollar. */
export type Sale = {
  uuid: string;
  tokenUuid: string;
  units: bigint;
  wei: bigint;
  microUsd: bigint | null;
  txHash: string | null;
  at: Date;
};

type Paid = Pick<Valued, 'bought' | 'cost' | 'costUsd' | 'boughtAt'>;

/** A sale with what its units had cost; `result` is of the bought ones alone. */
export type Sold = Paid & { sale: Sale; result: bigint | null; resultUsd: bigint | null };

/** The bought units of one token that have left without a sale: given away, moved to another wallet or burnt. */
export type Transferred = Paid & { tokenUuid: string };
export type ShownTransferred = Transferred & { token: PastSale['token'] };

/** Takes units out of purchases, in this order. Units beyond them were made or received here, without a price. */
const take = (units: bigint, purchases: readonly Purchase[]): Paid => {
  let bought = 0n;
  let cost = 0n;
  let costUsd: bigint | null = 0n;
  let boughtAt: Date | null = null;
  for (const purchase of purchases) {
    const wanted = units - bought;
    if (wanted <= 0n) break;
    const taken = purchase.left < wanted ? purchase.left : wanted;
    if (taken === 0n) continue;
    purchase.left -= taken;
    bought += taken;
    cost += (purchase.wei * taken) / purchase.units;
    costUsd =
      costUsd === null || purchase.microUsd === null ? null : costUsd + (purchase.microUsd * taken) / purchase.units;
    if (!boughtAt || boughtAt < purchase.at) boughtAt = purchase.at;
  }
  return bought === 0n ? { bought, cost: null, costUsd: null, boughtAt } : { bought, cost, costUsd, boughtAt };
};

/**
 * What the units that are left have cost: units leave in the order in which they came, so those that were bought last
 * are left.
 */
export const costOf = (units: bigint, purchases: readonly Purchase[]): Paid =>
  take(
    units,
    purchases.map((purchase) => ({ ...purchase })),
  );

const unitsOf = (some: readonly { units: bigint }[]): bigint => some.reduce((all, { units }) => all + units, 0n);

/** What the bought units that are not held any more had cost, by the same order: those that were bought first have left. */
export const transferredOf = (units: bigint, purchases: readonly Purchase[]): Paid => {
  const left = purchases.map((purchase) => ({ ...purchase }));
  take(units, left);
  return take(unitsOf(left), left);
};

const together = (one: Paid, other: Paid): Paid => {
  if (one.cost === null || other.cost === null) return one.cost === null ? other : one;
  return {
    bought: one.bought + other.bought,
    cost: one.cost + other.cost,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
    boughtAt: one.boughtAt && other.boughtAt && one.boughtAt > other.boughtAt ? one.boughtAt : other.boughtAt,
  };
};

/**
 * What the sold units of one token had cost: those that came first are sold first. Units without a price came before all
 * purchases, unless the token has too few units for that; what is beyond these has left without a sale.
 * @param units that are held now
 * @param supply all units of the token
 * @param purchases newest first
 * @param sales newest first
 * @returns the sales, newest first, the purchases with what is left of them, and what has left without a sale
 */
export const matchSales = (
  units: bigint,
  supply: bigint,
  purchases: readonly Purchase[],
  sales: readonly Sale[],
): { sold: Sold[]; purchases: Purchase[]; transferred: Paid } => {
  const [oldest, sold]: [Purchase[], Sold[]] = [purchases.map((one) => ({ ...one })).toReversed(), []];
  const unpriced = units + unitsOf(sales) - unitsOf(purchases);
  let free = unpriced > 0n ? unpriced : 0n;
  const lots: Purchase[] = [];
  let transferred = take(0n, []);
  const leave = (count: bigint): Paid => {
    const unbought = free < count ? free : count;
    free -= unbought;
    const paid = take(count - unbought, lots);
    while (lots[0]?.left === 0n) lots.shift();
    return paid;
  };
  for (const sale of sales.toReversed()) {
    while (oldest[0] && oldest[0].at <= sale.at) {
      lots.push(oldest.shift() as Purchase);
      const excess = free + lots.reduce((all, { left }) => all + left, 0n) - supply;
      if (excess > 0n) transferred = together(transferred, leave(excess));
    }
    const paid = leave(sale.units);
    const result = (received: bigint | null, cost: bigint | null) =>
      received === null || cost === null ? null : (received * paid.bought) / sale.units - cost;
    sold.unshift({
      ...paid,
      sale,
      result: result(sale.wei, paid.cost),
      resultUsd: result(sale.microUsd, paid.costUsd),
    });
  }
  const left = [...lots, ...oldest].toReversed();
  return { sold, purchases: left, transferred: together(transferred, transferredOf(units, left)) };
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
const etherOf = (wei: bigint): string => (wei < 0n ? `-${fromBaseUnits(-wei, 18)}` : fromBaseUnits(wei, 18));
const orNull = (wei: bigint | null): string | null => (wei === null ? null : etherOf(wei));
const dollarsOrNull = (microUsd: bigint | null): string | null =>
  microUsd === null ? null : `${microUsd < 0n ? '-' : ''}${fromBaseUnits(microUsd < 0n ? -microUsd : microUsd, 6)}`;

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

export const toPastSale = ({ sale, token, ...one }: ShownSale): PastSale => ({
  uuid: sale.uuid,
  token,
  quantity: Number(sale.units),
  bought: Number(one.bought),
  cost: orNull(one.cost),
  costUsd: dollarsOrNull(one.costUsd),
  boughtAt: one.boughtAt?.toISOString() ?? null,
  received: etherOf(sale.wei),
  receivedUsd: dollarsOrNull(sale.microUsd),
  result: orNull(one.result),
  resultUsd: dollarsOrNull(one.resultUsd),
  txHash: sale.txHash,
  soldAt: sale.at.toISOString(),
});

/** The sum of what is known; null where nothing is. */
const sumOf = <T>(some: readonly T[], of: (one: T) => bigint | null): bigint | null =>
  some.reduce<bigint | null>((total, one) => {
    const part = of(one);
    return part === null ? total : (total ?? 0n) + part;
  }, null);

export const saleTotalsOf = (all: readonly Sold[], isPartial: boolean): SaleTotals => {
  const bought = all.filter(({ cost }) => cost !== null);
  /** Null if one of them is unknown. */
  const dollars = <T>(some: readonly T[], of: (one: T) => bigint | null) =>
    some.some((one) => of(one) === null) ? null : (sumOf(some, of) ?? 0n);
  const received = sumOf(all, ({ sale }) => sale.wei) ?? 0n;
  const cost = sumOf(bought, (one) => one.cost) ?? 0n;
  const result = sumOf(bought, (one) => one.result);
  return {
    sales: all.length,
    quantity: Number(sumOf(all, ({ sale }) => sale.units) ?? 0n),
    cost: etherOf(cost),
    costUsd: dollarsOrNull(dollars(bought, (one) => one.costUsd)),
    received: etherOf(received),
    receivedUsd: dollarsOrNull(dollars(all, ({ sale }) => sale.microUsd)),
    unbought: etherOf(received - cost - (result ?? 0n)),
    result: orNull(result),
    resultUsd: result === null ? null : dollarsOrNull(dollars(bought, (one) => one.resultUsd)),
    isPartial,
  };
};

/** What was paid for these, in dollars of those days; null if that of one is unknown. */
const dollarsPaidFor = (some: readonly Paid[]): string | null => {
  const paid = some.filter(({ cost }) => cost !== null);
  return paid.some(({ costUsd }) => costUsd === null)
    ? null
    : dollarsOrNull(sumOf(paid, ({ costUsd }) => costUsd) ?? 0n);
};

export const transferredTotalsOf = (
  all: readonly Transferred[],
  isPartial: boolean,
): PortfolioTotals['transferred'] => ({
  tokens: all.length,
  cost: etherOf(sumOf(all, ({ cost }) => cost) ?? 0n),
  costUsd: dollarsPaidFor(all),
  isPartial,
});

/** Sums of what is known; null where nothing is. */
export const totalsOf = (
  all: readonly Valued[],
  isPartial: boolean,
  others: Pick<PortfolioTotals, 'sold' | 'transferred'>,
): PortfolioTotals => {
  const sum = (of: (one: Valued) => bigint | null, some = all): bigint | null => sumOf(some, of);
  const unknown = all.filter(({ worth }) => worth === null);
  const compared = all.filter((one) => one.result !== null);
  const result = sum((one) => one.result);
  const paid = sum(({ cost }) => cost, compared) ?? 0n;
  return {
    tokens: all.length,
    quantity: Number(sum(({ held }) => held.units) ?? 0n),
    cost: etherOf(sum(({ cost }) => cost) ?? 0n),
    costUsd: dollarsPaidFor(all),
    worth: orNull(sum(({ worth }) => worth)),
    result: orNull(result),
    unknown: { tokens: unknown.length, cost: etherOf(sum(({ cost }) => cost, unknown) ?? 0n) },
    compared: {
      tokens: compared.length,
      cost: etherOf(paid),
      costUsd: dollarsPaidFor(compared),
      worth: etherOf(paid + (result ?? 0n)),
    },
    isPartial,
    ...others,
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
/**
 * In an order; unknown figures come last in both directions.
 * @param all newest first; by name, with their names in the language
 */
export const inOrder = (
  all: readonly Valued[],
  field: Field,
  direction: 'ASC' | 'DESC',
  language: Language,
): Valued[] => {
  if (field === 'createdAt') return direction === 'DESC' ? [...all] : all.toReversed();
  const sign = direction === 'ASC' ? 1 : -1;
  const { compare } = new Intl.Collator(localeOf(language));
  const by = (a: Valued, b: Valued): number => {
    if (field === 'name') return sign * compare(a.held.name, b.held.name);
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
/** The heads of the columns in the reader's language, and what stands in two of them. */
type Heads = Record<(typeof COLUMNS)[number] | 'page' | 'soldAt' | 'received' | 'transaction', string> & {
  types: Record<Holding['token']['type'], string>;
  by: Record<NonNullable<Holding['worthBy']>, string>;
};

/** An amount and a time as the spreadsheets of a language read them: numbers, and times in UTC. */
const cellsIn = (language: Language) => {
  const hasComma = isCommaDecimal(language);
  return {
    // A comma within a number leaves the semicolon to separate them.
    separator: hasComma ? ';' : ',',
    number: (amount: string | null) => (hasComma ? amount?.replace('.', ',') : amount) ?? '',
    time: (at: string | null) => (at ?? '').slice(0, 16).replace('T', ' '),
  };
};

/**
 * A portfolio as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8: what is held, then
 * what was sold, then what has left without a sale, with no units. Spreadsheets expect the separator and the decimal sign
 * of their language, without asking.
 * @param language of the works' names, and of the spreadsheet
 * @param heads in the same language
 * @param money another currency: how much of it an ether and a dollar are
 * @param urlOf the address of a token's page
 */
export const csvOf = (
  {
    held,
    sold,
    transferred,
  }: { held: readonly Shown[]; sold: readonly ShownSale[]; transferred: readonly ShownTransferred[] },
  language: Language,
  heads: Heads,
  money: { currency: string; ofEther: number; ofDollar: number },
  urlOf: (tokenUuid: string) => string,
): string => {
  const { separator, number, time } = cellsIn(language);
  const inMoney = (wei: bigint) => (Number(wei) / 1e18) * money.ofEther;
  const written = (amount: number | null) => number(amount?.toFixed(2) ?? null);
  // The dollars of a day are what it was, whatever ether is worth now.
  const ofDay = (wei: bigint | null, microUsd: bigint | null) =>
    wei === null ? null : microUsd === null ? inMoney(wei) : (Number(microUsd) / 1e6) * money.ofDollar;
  /** What was received or is the worth, less what was paid, both as they are written: whoever subtracts them gets the same. */
  const resultOf = (one: Pick<Valued, 'result' | 'cost' | 'costUsd'>, resultUsd: bigint | null) => {
    const paid = ofDay(one.cost, one.costUsd);
    if (one.result === null || one.cost === null || paid === null) return '';
    const gross = ofDay(
      one.result + one.cost,
      resultUsd === null || one.costUsd === null ? null : resultUsd + one.costUsd,
    );
    return written(Number(gross?.toFixed(2)) - Number(paid.toFixed(2)));
  };
  const head = [
    ...COLUMNS.map((column) => (isAmount(column) ? `${heads[column]} (ETH)` : heads[column])),
    ...AMOUNTS.map((column) => `${heads[column]} (${money.currency})`),
    heads.page,
    heads.soldAt,
    `${heads.received} (ETH)`,
    `${heads.received} (${money.currency})`,
    heads.transaction,
  ];
  const workOf = (token: Holding['token'] | null) =>
    token
      ? [textCell(inLanguage(token, language).name), textCell(token.collection.name), textCell(heads.types[token.type])]
      : [textCell(''), textCell(''), ''];
  const paidOf = (token: Holding['token'] | null, units: bigint, { bought, boughtAt, cost }: Paid) => [
    ...workOf(token),
    Number(units),
    Number(bought),
    time(boughtAt?.toISOString() ?? null),
    number(orNull(cost)),
  ];
  const heldRows = held.map((one) => {
    const { token, worth, worthBy, result } = toHolding(one);
    return [
      ...paidOf(token, one.held.units, one),
      number(worth),
      worthBy ? textCell(heads.by[worthBy]) : '',
      number(result),
      written(ofDay(one.cost, one.costUsd)),
      written(one.worth === null ? null : inMoney(one.worth)),
      resultOf(one, null),
      textCell(urlOf(token.uuid)),
      '',
      '',
      '',
      '',
    ];
  });
  const soldRows = sold.map((one) => {
    const { token, result, soldAt, received, txHash } = toPastSale(one);
    return [
      ...paidOf(token, one.sale.units, one),
      '',
      '',
      number(result),
      written(ofDay(one.cost, one.costUsd)),
      '',
      resultOf(one, one.resultUsd),
      textCell(token ? urlOf(token.uuid) : ''),
      time(soldAt),
      number(received),
      written(ofDay(one.sale.wei, one.sale.microUsd)),
      txHash ?? '',
    ];
  });
  const transferredRows = transferred.map((one) => [
    ...paidOf(one.token, 0n, one),
    '',
    '',
    '',
    written(ofDay(one.cost, one.costUsd)),
    '',
    '',
    textCell(one.token ? urlOf(one.token.uuid) : ''),
    '',
    '',
    '',
    '',
  ]);
  const rows = [...heldRows, ...soldRows, ...transferredRows];
  return `\uFEFF${[head.map(textCell), ...rows].map((row) => `${row.join(separator)}\r\n`).join('')}`;
};
