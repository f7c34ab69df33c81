import { describe, expect, it } from 'vitest';
import { WORDS } from '../../platform/words.ts';
import {
  costOf,
  csvOf,
  inOrder,
  stillThere,
  textCell,
  toHolding,
  totalsOf,
  valueOf,
  type Held,
  type Shown,
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
      purchases.map(([count, wei], index) => ({ units: count, wei, microUsd: 3n * wei, at: at(9 - index) })),
    );
    expect([bought, cost]).toEqual(wanted);
    expect(costUsd === null ? null : costUsd / 3n).toBe(cost);
  });

  it('is unknown in dollars if the rate of one purchase is', () => {
    const purchase = { units: 1n, wei: 5n, at: at(1) };
    const purchases = [
      { ...purchase, microUsd: 2n },
      { ...purchase, microUsd: null },
    ];
    expect(costOf(1n, purchases)).toMatchObject({ cost: 5n, costUsd: 2n });
    expect(costOf(2n, purchases)).toMatchObject({ cost: 10n, costUsd: null });
  });
});

describe('a portfolio', () => {
  const bought = valueOf(
    held('bought', {
      units: 2n,
      purchases: [{ units: 1n, wei: ETHER, microUsd: 3_000_000_000n, at: at(3) }],
      listing: ETHER / 4n,
      floor: 7n,
    }),
  );
  const made = valueOf(held('made', { floor: 2n * ETHER }));
  const odd = valueOf(held('odd', { purchases: [{ units: 1n, wei: 5n, microUsd: null, at: at(1) }] }));

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
    expect(totalsOf([bought, made], false)).toEqual({
      tokens: 2,
      quantity: 3,
      cost: '1',
      costUsd: '3000',
      worth: '2.5',
      result: '-0.75',
      unknown: { tokens: 0, cost: '0' },
      compared: { tokens: 1, cost: '1', costUsd: '3000', worth: '0.25' },
      isPartial: false,
    });
  });

  it('has no worth and no result in total if those of all works are unknown', () => {
    expect(totalsOf([odd], false)).toMatchObject({ cost: '0.000000000000000005', worth: null, result: null });
    expect(totalsOf([odd, made], false)).toMatchObject({ worth: '2', result: null });
  });

  it('says what was paid for works without a worth, so that its figures add up', () => {
    const cost = '0.000000000000000005';
    expect(totalsOf([bought, odd], false)).toMatchObject({
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
      inOrder([odd, made, bought], 'worth', direction).map((one) => one.held.name);
    expect([names('ASC'), names('DESC')]).toEqual([
      ['bought', 'made', 'odd'],
      ['made', 'bought', 'odd'],
    ]);
  });

  it('is a CSV of one line each, whose names are text and never formulas', () => {
    const evil = valueOf(held('=HYPERLINK("http://x","y")\r\n', { floor: ETHER }));
    const csv = csvOf(
      [evil, bought].map(shown),
      'en',
      WORDS.en.portfolio,
      { currency: 'EUR', ofEther: 2000, ofDollar: 0.5 },
      (uuid) => `https://site/${uuid.slice(0, 4)}`,
    );
    expect(csv.startsWith('\uFEFF"Work",')).toBe(true);
    expect(csv).toContain(
      `"'=HYPERLINK(""http://x"",""y"")\r\n","Set",ERC1155,1,0,,,1,FLOOR,,,2000.00,,"https://site/=HYP"\r\n`,
    );
    expect(csv).toContain(
      `"bought","Set",ERC1155,2,1,${at(3).toISOString()},1,0.5,LISTING,-0.75,1500.00,1000.00,-1000.00,`,
    );
    expect(['+1', '-1', '@a', '\t=1', ' =1', '|x', '%x'].map(textCell)).toEqual(
      ['+1', '-1', '@a', '\t=1', ' =1', '|x', '%x'].map((text) => `"'${text}"`),
    );
    expect(textCell('Nova 2')).toBe('"Nova 2"');
  });

  it('has the names of works in the language of its heads', () => {
    const sun = shown(valueOf(held('Sun Over the Table')));
    sun.token.localization = { default: 'en', texts: [{ locale: 'uk', name: 'Сонце над столом' }] };
    const csv = (language: 'en' | 'ukr') =>
      csvOf([sun], language, WORDS[language].portfolio, { currency: 'USD', ofEther: 1, ofDollar: 1 }, () => '');
    expect(csv('en')).toContain('"Sun Over the Table","Set"');
    expect(csv('ukr')).toContain('"Сонце над столом","Set"');
  });
});
