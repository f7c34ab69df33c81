import { describe, expect, it } from 'vitest';
import { WORDS } from '../../platform/words.ts';
import {
  costOf,
  csvOf,
  inOrder,
  matchSales,
  saleTotalsOf,
  stillThere,
  textCell,
  toHolding,
  toPastSale,
  totalsOf,
  transferredOf,
  transferredTotalsOf,
  valueOf,
  type Held,
  type Purchase,
  type Sale,
  type Shown,
  type Sold,
  type Valued,
} from './portfolio.rules.ts';

const ETHER = 10n ** 18n;
const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const held = (name: string, part: Partial<Held> = {}): Held => ({
  tokenUuid: name,
  name,
  units: 1n,
  purchases: [],
  listing: null,
  floor: null,
  ...part,
});

const purchase = (units: bigint, wei: bigint, day: number, microUsd: bigint | null = 3n * wei): Purchase => ({
  units,
  left: units,
  wei,
  microUsd,
  at: at(day),
});
const sale = (units: bigint, wei: bigint, day: number, microUsd: bigint | null = 2n * wei): Sale => ({
  uuid: `sale ${day}`,
  tokenUuid: 'sold',
  units,
  wei,
  microUsd,
  txHash: `0x${'a'.repeat(64)}`,
  at: at(day),
});
const NOTHING_SOLD = saleTotalsOf([], false);
const NOTHING_TRANSFERRED = transferredTotalsOf([], false);
const NONE = { sold: NOTHING_SOLD, transferred: NOTHING_TRANSFERRED };

const shown = (one: Valued): Shown => ({
  ...one,
  token: {
    uuid: one.held.tokenUuid,
    type: 'ERC1155',
    name: one.held.name,
    image: {} as never,
    collection: { uuid: 'c', name: 'Set', isVerified: false },
  },
});

describe('the cost of what somebody holds', () => {
  it.each([
    ['nothing, of what was made or received', 3n, [], [0n, null]],
    [
      'the newest purchase, of a single token bought twice',
      1n,
      [
        [1n, 5n],
        [1n, 2n],
      ],
      [1n, 5n],
    ],
    [
      'the newest units, of an edition sold in part',
      3n,
      [
        [2n, 8n],
        [4n, 4n],
      ],
      [3n, 9n],
    ],
    [
      'all purchases, where more was received as a gift',
      9n,
      [
        [2n, 8n],
        [4n, 4n],
      ],
      [6n, 12n],
    ],
    ['a part of a purchase, rounded down', 1n, [[3n, 10n]], [1n, 3n]],
  ] as [string, bigint, [bigint, bigint][], [bigint, bigint | null]][])('is %s', (_what, units, purchases, wanted) => {
    const { bought, cost, costUsd } = costOf(
      units,
      purchases.map(([count, wei], index) => purchase(count, wei, 9 - index)),
    );
    expect([bought, cost]).toEqual(wanted);
    expect(costUsd === null ? null : costUsd / 3n).toBe(cost);
  });

  it('is unknown in dollars if the rate of one purchase is', () => {
    const purchases = [purchase(1n, 5n, 2, 2n), purchase(1n, 5n, 1, null)];
    expect(costOf(1n, purchases)).toMatchObject({ cost: 5n, costUsd: 2n });
    expect(costOf(2n, purchases)).toMatchObject({ cost: 10n, costUsd: null });
  });
});

describe('what was sold', () => {
  /** Days of purchases and sales, newest first; prices of all units. */
  type Case = {
    units?: bigint;
    supply?: bigint;
    purchases?: [bigint, bigint, number][];
    sales: [bigint, bigint, number][];
    /** Bought units, cost and result of each sale, newest first. */ wanted: [bigint, bigint | null, bigint | null][];
    left?: bigint[];
  };
  it.each([
    [
      'a single work has cost what was paid for it last, whatever it cost before',
      {
        supply: 1n,
        purchases: [
          [1n, 50n, 4],
          [1n, 40n, 1],
        ],
        sales: [[1n, 60n, 5]],
        wanted: [[1n, 50n, 10n]],
      },
    ],
    [
      'a single work that was bought back has cost each time what was paid before that sale',
      {
        supply: 1n,
        purchases: [
          [1n, 50n, 3],
          [1n, 40n, 1],
        ],
        sales: [
          [1n, 45n, 4],
          [1n, 60n, 2],
        ],
        wanted: [
          [1n, 50n, -5n],
          [1n, 40n, 20n],
        ],
      },
    ],
    [
      'a single work that came back as a present neither keeps nor takes the cost of a sold purchase',
      {
        units: 1n,
        supply: 1n,
        purchases: [[1n, 40n, 1]],
        sales: [[1n, 60n, 2]],
        wanted: [[1n, 40n, 20n]],
      },
    ],
    [
      'copies that came first are sold first',
      {
        units: 3n,
        purchases: [
          [2n, 8n, 3],
          [4n, 4n, 1],
        ],
        sales: [
          [1n, 5n, 5],
          [2n, 9n, 2],
        ],
        wanted: [
          [1n, 1n, 4n],
          [2n, 2n, 7n],
        ],
        left: [2n, 1n],
      },
    ],
    [
      'copies without a price are sold before bought ones',
      {
        units: 0n,
        purchases: [[2n, 8n, 2]],
        sales: [
          [1n, 9n, 4],
          [2n, 20n, 3],
        ],
        wanted: [
          [1n, 4n, 5n],
          [1n, 4n, 6n],
        ],
      },
    ],
    ['what was made has cost nothing here', { units: 9n, sales: [[1n, 5n, 1]], wanted: [[0n, null, null]] }],
    [
      'what is bought after a sale has nothing to do with it',
      { units: 1n, purchases: [[1n, 7n, 2]], sales: [[1n, 5n, 1]], wanted: [[0n, null, null]], left: [1n] },
    ],
  ] as [string, Case][])('%s', (_rule, { units = 0n, supply = 10n, purchases = [], sales, wanted, left = [] }) => {
    const matched = matchSales(
      units,
      supply,
      purchases.map((one) => purchase(...one)),
      sales.map((one) => sale(...one)),
    );
    expect(matched.sold.map(({ bought, cost, result }) => [bought, cost, result])).toEqual(wanted);
    expect(matched.purchases.map((one) => one.left)).toEqual(left);
  });

  it('leaves the rest of what was bought to what left without a sale', () => {
    const bought = (wei: bigint, day: number, units = 1n) => purchase(units, wei, day);
    // A single work: bought, given away, bought again and sold, bought again and held.
    const single = matchSales(1n, 1n, [bought(60n, 5), bought(50n, 3), bought(40n, 1)], [sale(1n, 70n, 4)]);
    expect(single.transferred).toMatchObject({ bought: 1n, cost: 40n, costUsd: 120n, boughtAt: at(1) });
    // An edition: of four bought copies one is sold and one held.
    const copies = matchSales(1n, 9n, [bought(8n, 3, 2n), bought(2n, 1, 2n)], [sale(1n, 5n, 2)]);
    expect(copies.sold).toMatchObject([{ cost: 1n }]);
    expect(copies.transferred).toMatchObject({ bought: 2n, cost: 5n });
    expect(transferredOf(0n, [bought(8n, 3), purchase(1n, 2n, 1, null)])).toEqual({
      bought: 2n,
      cost: 10n,
      costUsd: null,
      boughtAt: at(3),
    });
    expect(transferredOf(3n, [bought(8n, 3, 2n)])).toMatchObject({ bought: 0n, cost: null });
    const given = [{ tokenUuid: 'given', ...single.transferred }];
    expect(transferredTotalsOf(given, true)).toEqual({
      tokens: 1,
      cost: '0.00000000000000004',
      costUsd: '0.00012',
      isPartial: true,
    });
  });

  it('adds up: what was received for bought units and for others, in ether and in the dollars of those days', () => {
    const { sold } = matchSales(
      0n,
      10n,
      [purchase(1n, ETHER, 2, 3_000_000_000n)],
      [sale(1n, 2n * ETHER, 3, 4_000_000_000n), sale(3n, 6n * ETHER, 1, 9_000_000_000n)],
    );
    expect(saleTotalsOf(sold, true)).toEqual({
      sales: 2,
      quantity: 4,
      cost: '1',
      costUsd: '3000',
      received: '8',
      receivedUsd: '13000',
      unbought: '6',
      result: '1',
      resultUsd: '1000',
      isPartial: true,
    });
    expect(NOTHING_SOLD).toMatchObject({ received: '0', result: null, resultUsd: null });
  });

  it('has a loss in dollars where ether has won, and none where the dollars of a day are unknown', () => {
    const of = (microUsd: bigint | null) =>
      matchSales(0n, 1n, [purchase(1n, ETHER, 1, 5_000_000n)], [sale(1n, 2n * ETHER, 2, microUsd)]).sold;
    expect(toPastSale({ ...(of(4_500_000n)[0] as Sold), token: null })).toMatchObject({
      cost: '1',
      costUsd: '5',
      boughtAt: at(1).toISOString(),
      received: '2',
      receivedUsd: '4.5',
      result: '1',
      resultUsd: '-0.5',
      soldAt: at(2).toISOString(),
    });
    expect(saleTotalsOf(of(null), false)).toMatchObject({ result: '1', receivedUsd: null, resultUsd: null });
  });
});

describe('a portfolio', () => {
  const bought = valueOf(
    held('bought', {
      units: 2n,
      purchases: [purchase(1n, ETHER, 3, 3_000_000_000n)],
      listing: ETHER / 4n,
      floor: 7n,
    }),
  );
  const made = valueOf(held('made', { floor: 2n * ETHER }));
  const odd = valueOf(held('odd', { purchases: [purchase(1n, 5n, 1, null)] }));

  it('is worth the cheapest listings, otherwise floors; the result is of bought units alone', () => {
    expect([bought, made, odd].map((one) => toHolding(shown(one)))).toMatchObject([
      {
        bought: 1,
        cost: '1',
        costUsd: '3000',
        worth: '0.5',
        worthBy: 'LISTING',
        result: '-0.75',
        boughtAt: at(3).toISOString(),
      },
      { bought: 0, cost: null, worth: '2', worthBy: 'FLOOR', result: null, boughtAt: null },
      { bought: 1, cost: '0.000000000000000005', costUsd: null, worth: null, worthBy: null, result: null },
    ]);
    expect(totalsOf([bought, made], false, NONE)).toEqual({
      tokens: 2,
      quantity: 3,
      cost: '1',
      costUsd: '3000',
      worth: '2.5',
      result: '-0.75',
      unknown: { tokens: 0, cost: '0' },
      compared: { tokens: 1, cost: '1', costUsd: '3000', worth: '0.25' },
      isPartial: false,
      ...NONE,
    });
  });

  it('has no worth and no result in total if those of all works are unknown', () => {
    expect(totalsOf([odd], false, NONE)).toMatchObject({ cost: '0.000000000000000005', worth: null, result: null });
    expect(totalsOf([odd, made], false, NONE)).toMatchObject({ worth: '2', result: null });
  });

  it('says what was paid for works without a worth, so that its figures add up', () => {
    const cost = '0.000000000000000005';
    expect(totalsOf([bought, odd], false, NONE)).toMatchObject({
      cost: '1.000000000000000005',
      worth: '0.5',
      result: '-0.75',
      unknown: { tokens: 1, cost },
      compared: { tokens: 1, cost: '1', worth: '0.25' },
    });
  });

  it('is counted without a work that a reorg deleted while its page was read', () => {
    const all = [odd, made, bought];
    expect(stillThere(all, [odd, made], [shown(made)])).toEqual([made, bought]);
    expect(stillThere(all, [odd, made], [odd, made].map(shown))).toEqual(all);
  });

  it('has what is unknown last in both directions', () => {
    const names = (direction: 'ASC' | 'DESC') =>
      inOrder([odd, made, bought], 'worth', direction, 'en').map((one) => one.held.name);
    expect([names('ASC'), names('DESC')]).toEqual([
      ['bought', 'made', 'odd'],
      ['made', 'bought', 'odd'],
    ]);
  });

  it('is sorted by name as its language sorts letters', () => {
    const all = ['Ґ', 'Д', 'Г', 'İ', 'z', 'Я', 'A'].map((name) => valueOf(held(name, {})));
    const names = (language: 'en' | 'ukr') => inOrder(all, 'name', 'ASC', language).map((one) => one.held.name);
    expect(names('ukr')).toEqual(['Г', 'Ґ', 'Д', 'Я', 'A', 'İ', 'z']);
    expect(names('en')).toEqual(['A', 'İ', 'z', 'Г', 'Ґ', 'Д', 'Я']);
  });

  const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

  it('is a CSV of one line each, whose names are text and never formulas', () => {
    const evil = valueOf(held('=HYPERLINK("http://x","y")\r\n', { floor: ETHER }));
    const { sold } = matchSales(0n, 1n, [purchase(1n, ETHER, 1, 4_000_000n)], [sale(1n, 2n * ETHER, 2, 5_000_000n)]);
    const csv = csvOf(
      {
        held: [evil, bought].map(shown),
        sold: sold.map((one) => ({ ...one, token: shown(made).token })),
        transferred: [{ ...costOf(2n, [purchase(2n, 3n * ETHER, 5, 9_000_000n)]), tokenUuid: 'given', token: null }],
      },
      'en',
      WORDS.en.portfolio,
      { currency: 'EUR', ofEther: 2000, ofDollar: 0.5 },
      (uuid) => `https://site/${uuid.slice(0, 4)}`,
    );
    expect(csv.startsWith('\uFEFF"Work",')).toBe(true);
    expect(csv).toContain(
      `"'=HYPERLINK(""http://x"",""y"")\r\n","Set","Edition",1,0,,,1,"Floor of its collection",,,2000.00,,"https://site/=HYP",,,,\r\n`,
    );
    expect(csv).toContain(
      `"bought","Set","Edition",2,1,${minuteOf(at(3))},1,0.5,"Cheapest listing",-0.75,1500.00,1000.00,-1000.00,`,
    );
    expect(csv).toContain(
      `"made","Set","Edition",1,1,${minuteOf(at(1))},1,,,1,2.00,,0.50,"https://site/made",${minuteOf(at(2))},2,2.50,0xaaa`,
    );
    expect(csv).toMatch(new RegExp(`"","",,0,2,${minuteOf(at(5))},3,,,,4.50,,,"",,,,\r\n$`));
    expect(['+1', '-1', '@a', '\t=1', ' =1', '|x', '%x'].map(textCell)).toEqual(
      ['+1', '-1', '@a', '\t=1', ' =1', '|x', '%x'].map((text) => `"'${text}"`),
    );
    expect(textCell('Nova 2')).toBe('"Nova 2"');
  });

  it('has the separator and the decimal sign of its language’s spreadsheets', () => {
    const csv = csvOf(
      { held: [shown(bought)], sold: [], transferred: [] },
      'ukr',
      WORDS.ukr.portfolio,
      { currency: 'UAH', ofEther: 100_000, ofDollar: 40 },
      () => '',
    );
    expect(csv).toContain(
      `"bought";"Set";"Тираж";2;1;${minuteOf(at(3))};1;0,5;"Найдешевша пропозиція";-0,75;120000,00;50000,00;`,
    );
  });

  it('has a result that is the difference of the amounts beside it', () => {
    // 1.0125 less 2.016.
    const csv = csvOf(
      { held: [shown(bought)], sold: [], transferred: [] },
      'en',
      WORDS.en.portfolio,
      { currency: 'EUR', ofEther: 4.05, ofDollar: 0.000672 },
      () => '',
    );
    expect(csv).toContain(',2.02,2.02,-1.01,');
  });

  it('has the names of works in the language of its heads', () => {
    const sun = shown(valueOf(held('Sun Over the Table')));
    sun.token.localization = { default: 'en', texts: [{ locale: 'uk', name: 'Сонце над столом' }] };
    const csv = (language: 'en' | 'ukr') =>
      csvOf(
        { held: [sun], sold: [], transferred: [] },
        language,
        WORDS[language].portfolio,
        { currency: 'USD', ofEther: 1, ofDollar: 1 },
        () => '',
      );
    expect(csv('en')).toContain('"Sun Over the Table","Set"');
    expect(csv('ukr')).toContain('"Сонце над столом";"Set"');
  });
});
