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
    ['is ACTIVE when everything is in order', facts(), 'ACTIVE', null],
    ['is DRAFT without a signature', one({ isSigned: false }), 'DRAFT', null],
    ['is CANCELLED without orders', facts({ revisions: [] }), 'CANCELLED', null],
    ['is SCHEDULED before its start', one({ startsAt: later }), 'SCHEDULED', null],
    ['is ACTIVE from the moment of its start', one({ startsAt: now }), 'ACTIVE', null],
    ['is EXPIRED from the moment of its end', one({ endsAt: now }), 'EXPIRED', null],
    [
      'is EXPIRED after its end, even if it is also not fillable',
      one({ endsAt: earlier }, { held: 0n }),
      'EXPIRED',
      null,
    ],
    ['is SOLD when all units are filled', one({ filled: 1n }), 'SOLD', null],
    ['stays SOLD after its end', one({ filled: 1n, endsAt: earlier }), 'SOLD', null],
    ['is CANCELLED when cancelled on chain', one({ isCancelled: true }), 'CANCELLED', null],
    [
      'is SOLD if filled before the cancellation was mined',
      one({ filled: 1n, isCancelled: true }, { isCancelRequested: true }),
      'SOLD',
      null,
    ],
    ['is CANCELLING when a cancellation is requested', facts({ isCancelRequested: true }), 'CANCELLING', null],
    [
      'is EXPIRED after its end, despite a requested cancellation',
      one({ endsAt: earlier }, { isCancelRequested: true }),
      'EXPIRED',
      null,
    ],
    ['is INVALID when the seller has no units', facts({ held: 0n }), 'INVALID', 'NOT_OWNER'],
    [
      'is INVALID when the seller has fewer units than are left',
      one({ quantity: 10n, filled: 3n }, { held: 6n }),
      'INVALID',
      'TOO_FEW',
    ],
    [
      'is ACTIVE when the seller has exactly the units left',
      one({ quantity: 10n, filled: 3n }, { held: 7n }),
      'ACTIVE',
      null,
    ],
    ['is INVALID when the approval is revoked', facts({ isApproved: false }), 'INVALID', 'NOT_APPROVED'],
    [
      'is INVALID when the token left the seller and returned',
      facts({ hasLeft: true }),
      'INVALID',
      'LEFT_AND_RETURNED',
    ],
    ['is INVALID when the token left the seller', facts({ hasLeft: true, held: 0n }), 'INVALID', 'NOT_OWNER'],
    ['is INVALID when the Seaport counter was raised', facts({ raisedCounter: 5n }), 'INVALID', 'COUNTER_RAISED'],
    [
      'is ACTIVE when the counter was raised before it was signed',
      one({ counter: 5n }, { raisedCounter: 5n }),
      'ACTIVE',
      null,
    ],
    [
      'is CANCELLED when the counter was raised and a cancellation is requested',
      facts({ raisedCounter: 5n, isCancelRequested: true }),
      'CANCELLED',
      null,
    ],
    ['is ACTIVE for a bid with exactly enough money', bid(10n, 10n), 'ACTIVE', null],
    ['is INVALID for a bid whose balance is one base unit short', bid(9n, 10n), 'INVALID', 'INSUFFICIENT_BALANCE'],
    ['is INVALID for a bid whose allowance is one base unit short', bid(10n, 9n), 'INVALID', 'INSUFFICIENT_ALLOWANCE'],
    ['is INVALID for a bid with neither balance nor allowance', bid(0n, 0n), 'INVALID', 'INSUFFICIENT_BALANCE'],
    ['is ACTIVE for a bid with money for the units left', bid(30n, 30n, { quantity: 5n, filled: 2n }), 'ACTIVE', null],
    [
      'is INVALID for a bid with money for one unit fewer',
      bid(29n, 30n, { quantity: 5n, filled: 2n }),
      'INVALID',
      'INSUFFICIENT_BALANCE',
    ],
    ['is SOLD for an accepted bid whose money is spent', bid(0n, 0n, { filled: 1n }), 'SOLD', null],
    [
      'is INVALID before its start if it would not be fillable',
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
  it('takes effect once the old terms have ended, although nothing cancels the old order', () => {
    expect(edited({ filled: 3n, endsAt: earlier })).toMatchObject({
      status: 'ACTIVE',
      current: '0xnew',
      next: null,
      quantityLeft: 5n,
      ordersToCancel: [],
    });
    expect(edited({ filled: 3n, endsAt: earlier }, { endsAt: now })).toMatchObject({
      status: 'EXPIRED',
      current: '0xnew',
      next: null,
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
