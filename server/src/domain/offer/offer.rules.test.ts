import { describe, expect, it } from 'vitest';
import {
  decideTimes,
  deriveOffer,
  refuseCancel,
  refuseEdit,
  refusePurchase,
  type Nfts,
  type OfferFacts,
  type Revision,
} from './offer.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');
const earlier = new Date('2026-11-20T12:00:00Z');

const revision = (change: Partial<Revision> = {}): Revision => ({
  orderHash: '0x01',
  isSigned: true,
  price: 10n,
  quantity: 1n,
  startsAt: null,
  endsAt: later,
  counter: 0n,
  filled: 0n,
  isCancelled: false,
  replaces: null,
  replacedFilled: 0n,
  ...change,
});
type Change = Partial<Omit<OfferFacts, 'backing'> & Omit<Nfts, 'kind'>>;
const facts = ({ held = 1n, isApproved = true, hasLeft = false, ...change }: Change = {}): OfferFacts => ({
  revisions: [revision()],
  raisedCounter: undefined,
  backing: { kind: 'nft', held, isApproved, hasLeft },
  isCancelRequested: false,
  ...change,
});
const bid = (balance: bigint, allowance: bigint, change: Partial<Revision> = {}): OfferFacts => ({
  ...facts({ revisions: [revision(change)] }),
  backing: { kind: 'money', balance, allowance },
});
const one = (change: Partial<Revision>, rest: Change = {}) => facts({ revisions: [revision(change)], ...rest });

describe('the status of an offer, derived from facts', () => {
  it.each<[string, OfferFacts, string, string | null]>([
    ['everything in order', facts(), 'ACTIVE', null],
    ['nothing signed', one({ isSigned: false }), 'DRAFT', null],
    ['its orders are gone', facts({ revisions: [] }), 'CANCELLED', null],
    ['its start is to come', one({ startsAt: later }), 'SCHEDULED', null],
    ['its start is now', one({ startsAt: now }), 'ACTIVE', null],
    ['its end is now', one({ endsAt: now }), 'EXPIRED', null],
    ['its end is past though it could not be filled either', one({ endsAt: earlier }, { held: 0n }), 'EXPIRED', null],
    ['sold', one({ filled: 1n }), 'SOLD', null],
    ['sold, then its time ran out', one({ filled: 1n, endsAt: earlier }), 'SOLD', null],
    ['cancelled on chain', one({ isCancelled: true }), 'CANCELLED', null],
    [
      'sold before the cancel was mined',
      one({ filled: 1n, isCancelled: true }, { isCancelRequested: true }),
      'SOLD',
      null,
    ],
    ['cancel asked for', facts({ isCancelRequested: true }), 'CANCELLING', null],
    ['cancel asked for, then its time ran out', one({ endsAt: earlier }, { isCancelRequested: true }), 'EXPIRED', null],
    ['the seller has none', facts({ held: 0n }), 'INVALID', 'NOT_OWNER'],
    [
      'the seller has too few for what is left',
      one({ quantity: 10n, filled: 3n }, { held: 6n }),
      'INVALID',
      'NOT_OWNER',
    ],
    ['the seller has just enough for what is left', one({ quantity: 10n, filled: 3n }, { held: 7n }), 'ACTIVE', null],
    ['permission taken back', facts({ isApproved: false }), 'INVALID', 'NOT_APPROVED'],
    ['it went and came back', facts({ hasLeft: true }), 'INVALID', 'LEFT_AND_RETURNED'],
    ['it went and has not come back', facts({ hasLeft: true, held: 0n }), 'INVALID', 'NOT_OWNER'],
    ['counter raised', facts({ raisedCounter: 5n }), 'INVALID', 'COUNTER_RAISED'],
    ['counter raised before it was signed', one({ counter: 5n }, { raisedCounter: 5n }), 'ACTIVE', null],
    [
      'counter raised and cancel asked for: nothing can fill it',
      facts({ raisedCounter: 5n, isCancelRequested: true }),
      'CANCELLED',
      null,
    ],
    ['a bid with just enough money', bid(10n, 10n), 'ACTIVE', null],
    ['a bid whose money is short by the smallest part', bid(9n, 10n), 'INVALID', 'INSUFFICIENT_BALANCE'],
    ['a bid whose allowance is short by the smallest part', bid(10n, 9n), 'INVALID', 'INSUFFICIENT_ALLOWANCE'],
    ['a bid with neither', bid(0n, 0n), 'INVALID', 'INSUFFICIENT_BALANCE'],
    ['a bid with money for what is left', bid(30n, 30n, { quantity: 5n, filled: 2n }), 'ACTIVE', null],
    ['a bid with money for one fewer', bid(29n, 30n, { quantity: 5n, filled: 2n }), 'INVALID', 'INSUFFICIENT_BALANCE'],
    ['a bid that was accepted, its money spent', bid(0n, 0n, { filled: 1n }), 'SOLD', null],
    [
      'a scheduled one that could not be filled',
      one({ startsAt: later }, { isApproved: false }),
      'INVALID',
      'NOT_APPROVED',
    ],
  ])('%s', (_what, given, status, reason) => {
    expect(deriveOffer(given, now)).toMatchObject({ status, invalidReason: reason });
  });
});

describe('an edit', () => {
  const edited = (old: Partial<Revision>, fresh: Partial<Revision> = {}, rest: Change = {}) =>
    deriveOffer(
      facts({
        revisions: [
          revision({ orderHash: '0xold', quantity: 10n, ...old }),
          revision({ orderHash: '0xnew', quantity: 5n, replaces: '0xold', replacedFilled: 3n, ...fresh }),
        ],
        held: 7n,
        ...rest,
      }),
      now,
    );

  it('keeps the old terms in force until the new ones are signed', () => {
    expect(edited({ filled: 3n }, { isSigned: false })).toMatchObject({
      status: 'ACTIVE',
      current: '0xold',
      next: null,
      quantityLeft: 7n,
      ordersToCancel: [],
    });
  });
  it('is CANCELLING until the old order, which the operator cancels, can no longer be filled', () => {
    expect(edited({ filled: 3n })).toMatchObject({
      status: 'CANCELLING',
      current: '0xold',
      next: '0xnew',
      ordersToCancel: ['0xold'],
    });
  });
  it('takes effect once the old order is cancelled', () => {
    expect(edited({ filled: 3n, isCancelled: true })).toMatchObject({
      status: 'ACTIVE',
      current: '0xnew',
      next: null,
      quantityLeft: 5n,
      ordersToCancel: [],
    });
  });
  it('counts a fill at the old terms, so that no unit is sold twice', () => {
    expect(edited({ filled: 5n, isCancelled: true }, {}, { held: 5n })).toMatchObject({
      status: 'ACTIVE',
      current: '0xnew',
      quantityLeft: 3n,
    });
  });
  it('is SOLD at the old terms when those are filled first, and the new order is cancelled', () => {
    expect(edited({ filled: 8n, isCancelled: true }, {}, { held: 2n })).toMatchObject({
      status: 'SOLD',
      current: '0xold',
      quantityLeft: 0n,
      ordersToCancel: ['0xnew'],
    });
  });
  it('needs no cancel when the maker raised their counter: the old order is already invalid', () => {
    expect(edited({ filled: 3n }, { counter: 9n }, { raisedCounter: 9n })).toMatchObject({
      status: 'ACTIVE',
      current: '0xnew',
      ordersToCancel: [],
    });
  });
  it('has both orders cancelled when a cancel is requested too', () => {
    expect(edited({ filled: 3n }, {}, { isCancelRequested: true })).toMatchObject({
      status: 'CANCELLING',
      ordersToCancel: ['0xold', '0xnew'],
    });
    expect(edited({ isCancelled: true }, { isCancelled: true }, { isCancelRequested: true })).toMatchObject({
      status: 'CANCELLED',
      ordersToCancel: [],
    });
  });
  it('of an edit waits for the oldest order that can still be filled', () => {
    const chain = [
      revision({ orderHash: '0x1', isCancelled: true }),
      revision({ orderHash: '0x2', replaces: '0x1' }),
      revision({ orderHash: '0x3', replaces: '0x2' }),
    ];
    expect(deriveOffer(facts({ revisions: chain }), now)).toMatchObject({
      status: 'CANCELLING',
      current: '0x2',
      next: '0x3',
      ordersToCancel: ['0x2'],
    });
    // A reorg undoes the first cancel: the first terms are in force again, and must be cancelled again.
    const back = [revision({ orderHash: '0x1' }), ...chain.slice(1)];
    expect(deriveOffer(facts({ revisions: back }), now)).toMatchObject({
      status: 'CANCELLING',
      current: '0x1',
      ordersToCancel: ['0x1', '0x2'],
    });
  });
});

describe('the actions allowed in each status', () => {
  it.each([
    ['ACTIVE', undefined, undefined, undefined],
    ['SCHEDULED', undefined, undefined, 'offer.notStarted'],
    ['INVALID', undefined, undefined, undefined],
    ['CANCELLING', 'offer.changing', undefined, 'offer.cancelling'],
    ['SOLD', 'offer.sold', 'offer.sold', 'offer.sold'],
    ['CANCELLED', 'offer.cancelled', 'offer.cancelled', 'offer.cancelled'],
    ['EXPIRED', 'offer.expired', 'offer.expired', 'offer.expired'],
  ] as const)('%s', (status, edit, cancel, purchase) => {
    expect([refuseEdit(status)?.code, refuseCancel(status)?.code, refusePurchase(status)?.code]).toEqual([
      edit,
      cancel,
      purchase,
    ]);
  });
});

describe('start and end', () => {
  it('default to now and to 180 days later', () => {
    expect(decideTimes({}, now)).toEqual({ startsAt: null, endsAt: new Date('2027-05-20T12:00:00Z') });
  });
  it('treat a start in the past as now', () => {
    expect(decideTimes({ startsAt: '2026-11-20T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }, now)).toMatchObject({
      startsAt: null,
    });
  });
  it('accept an end a few seconds later', () => {
    expect(decideTimes({ endsAt: '2026-11-21T12:00:05Z' }, now)).toEqual({
      startsAt: null,
      endsAt: new Date('2026-11-21T12:00:05Z'),
    });
  });
  it.each([
    ['an end in the past', { endsAt: '2026-11-21T11:59:59Z' }, 'endsAt', 'isFuture'],
    [
      'an end before the start',
      { startsAt: '2026-11-25T00:00:00Z', endsAt: '2026-11-24T00:00:00Z' },
      'endsAt',
      'isAfterStart',
    ],
    ['an end years away', { endsAt: '2029-01-01T00:00:00Z' }, 'endsAt', 'maxDate'],
    ['a start years away', { startsAt: '2029-01-01T00:00:00Z' }, 'startsAt', 'maxDate'],
  ])('refuse %s', (_what, input, property, constraint) => {
    expect(decideTimes(input, now)).toMatchObject({ property, constraint });
  });
});
