import { ORDER_TYPES } from '@skarb/schema/order';
import type { Currency } from '@skarb/schema/reference';
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
  type Hex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import {
  auctionHouseAbi,
  breedingAbi,
  collection1155Abi,
  collection721Abi,
  erc20Abi,
  seaportAbi,
} from '../../../../contracts/abi/index.ts';
import english from '../../../locales/en/common/wallet.json' with { type: 'json' };
import ukrainian from '../../../locales/ukr/common/wallet.json' with { type: 'json' };
import { formatsOf } from '../../platform/format/format.ts';
import { createTranslations } from '../../platform/i18n/translations.ts';
import { SEAPORT } from '../../platform/wallet/contract-calls.ts';
import type { DemoRequest } from '../../platform/wallet/demo/demo-requests.ts';
import { readRequest } from '../../platform/wallet/demo/read-request.ts';
import { type Said, wordsOf } from './demo-words.ts';

const at = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`;
const [OWN, OTHER, FEES, ARTIST] = [at(0xa1), at(0xb2), at(0xc3), at(0xd4)];
const [WETH, USDC, WORKS, HOUSE, BREEDING, FACTORY] = [at(0x11), at(0x12), at(0x21), at(0x31), at(0x32), at(0x33)];
const currency = (address: string | null, name: string, symbol: string, decimals: number) =>
  ({ address, name, symbol, decimals }) as Currency;
const currencies = [
  currency(WETH, 'ETH', 'WETH', 18),
  currency(USDC, 'USDC', 'USDC', 6),
  currency(null, 'POL', 'POL', 18),
];
const contracts = { auctionHouse: HOUSE, breeding: BREEDING, collectionFactory: FACTORY, weth: WETH };
const END = 1_811_257_200n; // 25 May 2027, 13:00 UTC.
const ether = (amount: number) => BigInt(Math.round(amount * 1e6)) * 10n ** 12n;

const missing: string[] = [];
const say = (request: DemoRequest, language = 'en', knowsContracts = true): Said => {
  if (request.kind === 'text') throw new Error('a text speaks for itself');
  const i18n = createTranslations(
    language,
    { load: async () => undefined, onMissing: (_languages, key) => void missing.push(key) },
    { en: { wallet: english }, ukr: { wallet: ukrainian } },
  );
  const known = {
    contracts: knowsContracts ? contracts : undefined,
    isCurrency: (a: string) => [WETH, USDC].includes(a as Hex),
  };
  const said = wordsOf(readRequest(request, known), {
    i18n,
    formats: { ...formatsOf(language), dateTime: (iso) => iso.slice(0, 10) },
    currencies,
    nativeSymbol: 'POL',
    contracts: known.contracts,
    own: OWN,
    names: {
      work: (contract, id) => (contract.toLowerCase() === WORKS && id === 7n ? 'Frost' : undefined),
      lot: (id) => (id === LOT_ID ? 'Frost' : undefined),
      collection: (contract) => (contract.toLowerCase() === WORKS ? 'Roundels' : undefined),
    },
  });
  expect(missing.splice(0)).toEqual([]);
  return said;
};
const tx = (to: string, data: Hex, value = 0n): DemoRequest => ({ kind: 'transaction', from: OWN, to, data, value });
const sentence = (request: DemoRequest, language?: string) => say(request, language).sentence;

const money = (token: string | null, units: bigint) => ({
  itemType: token === null ? 0 : 1,
  token: (token ?? zeroAddress) as Hex,
  identifierOrCriteria: 0n,
  startAmount: units,
  endAmount: units,
});
const work = (units = 1n, itemType = 2, id = 7n) => ({
  itemType,
  token: WORKS,
  identifierOrCriteria: id,
  startAmount: units,
  endAmount: units,
});
const to = <I>(recipient: Hex, item: I) => ({ ...item, recipient });
type Items = {
  offerer?: Hex;
  offer: ReturnType<typeof money>[];
  consideration: (ReturnType<typeof money> & { recipient: Hex })[];
};
const order = ({ offerer = OWN, offer, consideration }: Items) => ({
  offerer,
  zone: zeroAddress,
  offer,
  consideration,
  orderType: 0,
  startTime: 0n,
  endTime: END,
  zoneHash: zeroHash,
  salt: 1n,
  conduitKey: zeroHash,
  counter: 0n,
});
const asText = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry)));
const signing = (items: Items, over: Record<string, unknown> = {}): DemoRequest => ({
  kind: 'typedData',
  from: OWN,
  typedData: {
    domain: { name: 'Seaport', version: '1.6', chainId: 80_001, verifyingContract: SEAPORT },
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    message: asText(order(items)) as Record<string, unknown>,
    ...over,
  },
});

const sale: Items = {
  offer: [work()],
  consideration: [
    to(OWN, money(WETH, ether(0.425))),
    to(FEES, money(WETH, ether(0.05))),
    to(ARTIST, money(WETH, ether(0.025))),
  ],
};
const offer: Items = {
  offer: [money(WETH, ether(0.11))],
  consideration: [to(OWN, work()), to(FEES, money(WETH, ether(0.011)))],
};

describe('the signature of an order', () => {
  it('says what is sold, for how much, until when, and what the seller receives', () => {
    const { sentence: words, facts } = say(signing(sale));
    expect(words).toBe('You sell “Frost” for 0.5 ETH (WETH) until 2027-05-25. You receive 0.425 ETH (WETH) of that.');
    expect(facts).toEqual([{ name: 'Work', value: 'no. 7 of 0x0000…0021' }]);
    expect(sentence(signing(sale), 'ukr')).toBe(
      'Ви продаєте «Frost» за 0,5 ETH (WETH) до 2027-05-25. Із цієї суми ви отримаєте 0,425 ETH (WETH).',
    );
  });

  it('is an offer to buy when the money is the signer’s', () => {
    expect(sentence(signing(offer))).toBe(
      'You offer 0.11 ETH (WETH) for “Frost” until 2027-05-25. If an owner accepts, the money leaves your wallet and the work arrives.',
    );
    expect(sentence(signing(offer), 'ukr')).toMatch(/^Ви пропонуєте 0,11 ETH \(WETH\) за «Frost» до 2027-05-25\./);
  });

  it('says that nothing arrives when the price goes to somebody else', () => {
    const theft = { ...sale, consideration: [to(OTHER, money(WETH, ether(0.5)))] };
    expect(sentence(signing(theft))).toBe(
      'Until 2027-05-25 anyone may take “Frost” from your wallet. You receive nothing for it.',
    );
  });

  it('counts the least that arrives and the most that leaves when amounts change over time', () => {
    const falling = { ...money(WETH, ether(0.5)), endAmount: 1n };
    expect(sentence(signing({ ...sale, consideration: [to(OWN, falling)] }))).toContain('for 0.000000000000000001 ETH');
    const rising = { ...money(WETH, 1n), endAmount: ether(9) };
    expect(sentence(signing({ ...offer, offer: [rising] }))).toContain('You offer 9 ETH');
  });

  it('says that any work of a collection may be taken', () => {
    expect(sentence(signing({ ...sale, offer: [work(1n, 4, 0n)] }))).toContain('You sell any work of “Roundels”');
  });

  it.each([
    ['other types', { types: { ...ORDER_TYPES, OfferItem: ORDER_TYPES.OfferItem.slice(1) } }],
    ['another contract', { domain: { verifyingContract: OTHER } }],
    ['another primary type', { primaryType: 'Order' }],
    ['a broken message', { message: { offer: 1 } }],
    ['an end below zero', { message: asText({ ...order(sale), endTime: -9n * 10n ** 15n }) }],
  ])('is not read with %s', (_, over) => {
    expect(sentence(signing(sale, over))).toBe(
      'This wallet cannot read the data that you are asked to sign. Approve only if you know what it permits.',
    );
  });
});

const basic = (items: Items, route: number): Hex => {
  const [first, ...rest] = items.consideration as [Items['consideration'][0]];
  const [offered] = items.offer as [Items['offer'][0]];
  return encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [
      {
        considerationToken: first.token,
        considerationIdentifier: first.identifierOrCriteria,
        considerationAmount: first.startAmount,
        offerer: OTHER,
        zone: zeroAddress,
        offerToken: offered.token,
        offerIdentifier: offered.identifierOrCriteria,
        offerAmount: offered.startAmount,
        basicOrderType: 4 * route,
        startTime: 0n,
        endTime: END,
        zoneHash: zeroHash,
        salt: 1n,
        offererConduitKey: zeroHash,
        fulfillerConduitKey: zeroHash,
        totalOriginalAdditionalRecipients: BigInt(rest.length),
        additionalRecipients: (rest as Items['consideration']).map(({ startAmount: amount, recipient }) => ({
          amount,
          recipient,
        })),
        signature: '0x',
      },
    ],
  });
};
const part = (items: Items, numerator = 1n, denominator = 1n) => {
  const { counter: _counter, ...parameters } = order(items);
  return {
    parameters: { ...parameters, totalOriginalConsiderationItems: BigInt(items.consideration.length) },
    numerator,
    denominator,
    signature: '0x' as Hex,
    extraData: '0x' as Hex,
  };
};
const advanced = (items: Items, [numerator, denominator]: [bigint, bigint], recipient: Hex = zeroAddress) =>
  encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAdvancedOrder',
    args: [part(items, numerator, denominator), [], zeroHash, recipient],
  });
const theirs = (asked: (units: bigint) => ReturnType<typeof money>, unit: bigint): Items => ({
  offerer: OTHER,
  offer: [work()],
  consideration: [to(OTHER, asked(unit * 9n)), to(FEES, asked(unit))],
});

describe('a transaction to Seaport', () => {
  it('says the whole price of a purchase and the work', () => {
    const inUsdc = theirs((units) => money(USDC, units), 42_000_000n);
    expect(sentence(tx(SEAPORT, basic(inUsdc, 2)))).toBe('You pay 420 USDC and receive “Frost”.');
    expect(sentence(tx(SEAPORT, basic(inUsdc, 2)), 'ukr')).toBe('Ви платите 420 USDC і отримуєте «Frost».');
  });

  it('says all prices of several purchases and all works', () => {
    const items = [
      theirs((units) => money(USDC, units), 42_000_000n),
      theirs((units) => money(WETH, units), ether(0.1)),
    ];
    const data = encodeFunctionData({
      abi: seaportAbi,
      functionName: 'fulfillAvailableAdvancedOrders',
      args: [items.map((one) => part(one)), [], [], [], zeroHash, zeroAddress, 2n],
    });
    expect(sentence(tx(SEAPORT, data))).toBe('You pay 420 USDC, 1 ETH (WETH) and receive 2 × “Frost”.');
  });

  it('says how much native coin leaves, also what is sent for nothing', () => {
    const inCoin = theirs((units) => money(null, units), ether(0.1));
    expect(say(tx(SEAPORT, basic(inCoin, 0), ether(1)))).toMatchObject({
      sentence: 'You pay 1 POL and receive “Frost”.',
      warnings: [],
    });
    expect(say(tx(SEAPORT, basic(inCoin, 0), ether(4))).warnings).toEqual(['It also sends 3 POL there.']);
  });

  it('says what the seller receives when they accept an offer, after fees', () => {
    const bid = {
      offerer: OTHER,
      offer: [money(WETH, ether(0.2))],
      consideration: [to(OTHER, work()), to(FEES, money(WETH, ether(0.035)))],
    };
    expect(sentence(tx(SEAPORT, basic(bid, 4)))).toBe('You sell “Frost” now and receive 0.165 ETH (WETH).');
  });

  it('says the share of a partial purchase, and when the works go to somebody else', () => {
    const edition = {
      offerer: OTHER,
      offer: [work(10n, 3)],
      consideration: [to(OTHER, money(WETH, ether(5)))],
    };
    expect(sentence(tx(SEAPORT, advanced(edition, [3n, 10n])))).toBe('You pay 1.5 ETH (WETH) and receive 3 × “Frost”.');
    expect(sentence(tx(SEAPORT, advanced(edition, [3n, 10n], OTHER)))).toBe(
      'You give 1.5 ETH (WETH) and receive nothing.',
    );
  });

  it('says what a seller gives and receives when a part of an offer is matched', () => {
    const bid = {
      offerer: OTHER,
      offer: [money(WETH, ether(1))],
      consideration: [to(OTHER, work(10n, 3)), to(FEES, money(WETH, ether(0.1)))],
    };
    const ask = { offer: [work(2n, 3)], consideration: [to(OWN, money(WETH, ether(0.18)))] };
    const data = encodeFunctionData({
      abi: seaportAbi,
      functionName: 'matchAdvancedOrders',
      args: [[part(bid, 2n, 10n), part(ask)], [], [], OWN],
    });
    expect(sentence(tx(SEAPORT, data))).toBe('You sell 2 × “Frost” now and receive 0.18 ETH (WETH).');
  });

  it('says what is cancelled', () => {
    const one = encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [[order(sale)]] });
    expect(sentence(tx(SEAPORT, one))).toBe('You cancel what you signed for “Frost”. Nothing leaves your wallet.');
    const all = encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' });
    expect(sentence(tx(SEAPORT, all))).toContain('all sales and offers that you have signed');
  });
});

const erc20 = (functionName: 'approve' | 'transfer', who: Hex, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [who, units] });

describe('a permission', () => {
  it('names the amount, in the word of the page and the symbol of the token, and who gets it', () => {
    expect(say(tx(WETH, erc20('approve', SEAPORT, ether(0.18))))).toMatchObject({
      sentence: 'You let the marketplace (Seaport) take up to 0.18 ETH (WETH) from your wallet.',
      warnings: [],
    });
    expect(sentence(tx(USDC, erc20('approve', HOUSE, 1n)), 'ukr')).toBe(
      'Після цього контракт аукціонів зможе взяти з вашого гаманця до 0,000001 USDC.',
    );
  });

  it('warns of an address that the wallet does not know', () => {
    const { sentence: words, warnings } = say(tx(WETH, erc20('approve', OTHER, (1n << 256n) - 1n)));
    expect(words).toBe('You let 0x0000…00b2 take all your ETH (WETH), now and later.');
    expect(warnings).toEqual([expect.stringContaining(OTHER)]);
  });

  it('for works is for all of a collection', () => {
    const approve = (operator: Hex, isApproved: boolean) =>
      tx(
        WORKS,
        encodeFunctionData({ abi: collection721Abi, functionName: 'setApprovalForAll', args: [operator, isApproved] }),
      );
    expect(say(approve(SEAPORT, true))).toMatchObject({
      sentence: 'You let the marketplace (Seaport) transfer all your works of “Roundels”, now and later.',
      warnings: [],
    });
    expect(say(approve(OTHER, true)).warnings).toHaveLength(1);
    expect(say(approve(OTHER, false)).warnings).toEqual([]);
  });

  it('in an unknown contract may be for a work or for money', () => {
    expect(sentence(tx(OTHER, erc20('approve', SEAPORT, 5n)))).toContain(
      'take no. 5 of 0x0000…00b2 or, if that is a currency,',
    );
  });
});

const bidding = { currency: WETH, startsAt: 1, endsAt: Number(END), raiseBps: 500 };
const lot = {
  seller: OWN,
  collection: WORKS,
  kind: 0,
  tokenId: 7n,
  quantity: 1n,
  feeRecipient: FEES,
  feeBps: 1000,
  royaltyReceiver: ARTIST,
  royaltyBps: 500,
  nonce: 1n,
};
const LOT_HASH: Hex = `0x${'5'.repeat(64)}`;
const LOT_ID = keccak256(
  encodeAbiParameters(parseAbiParameters('address, uint40, uint40, uint16, bytes32'), [
    WETH,
    1,
    Number(END),
    500,
    LOT_HASH,
  ]),
);
const bidOf = (hash: Hex) =>
  encodeFunctionData({ abi: auctionHouseAbi, functionName: 'bid', args: [bidding, hash, ether(0.2), END] });
const request = encodeAbiParameters(
  parseAbiParameters(
    'address currency, uint256 reservePrice, uint40 startsAt, uint40 endsAt, uint16 raiseBps, bytes32 memo',
  ),
  [WETH, ether(0.1), 0, Number(END), 500, zeroHash],
);

describe('an auction', () => {
  it('begins with the work and the first bid', () => {
    const start = (receiver: Hex) =>
      tx(
        WORKS,
        encodeFunctionData({
          abi: collection721Abi,
          functionName: 'safeTransferFrom',
          args: [OWN, receiver, 7n, request],
        }),
      );
    expect(sentence(start(HOUSE))).toMatch(/^You put “Frost” up for auction until 2027-05-25. Bids start at 0.1 ETH/);
    expect(say(start(OTHER))).toMatchObject({ sentence: 'You send “Frost” to 0x0000…00b2 and receive nothing.' });
    const some = encodeFunctionData({
      abi: collection1155Abi,
      functionName: 'safeTransferFrom',
      args: [OWN, HOUSE, 7n, 4n, request],
    });
    expect(sentence(tx(WORKS, some), 'ukr')).toMatch(/^Ви виставляєте 4 × «Frost» на аукціон до 2027-05-25/);
  });

  it('names the work of a bid only if the signed id is that of an auction on the page', () => {
    expect(sentence(tx(HOUSE, bidOf(LOT_HASH)))).toMatch(/^You bid 0.2 ETH \(WETH\) for “Frost”\./);
    expect(sentence(tx(HOUSE, bidOf(zeroHash)))).toMatch(/^You bid 0.2 ETH \(WETH\) for the work of auction 0x/);
  });

  it('is changed, cancelled and settled in words', () => {
    const edit = encodeFunctionData({
      abi: auctionHouseAbi,
      functionName: 'edit',
      args: [bidding, lot, ether(0.3), END],
    });
    expect(sentence(tx(HOUSE, edit))).toBe(
      'You change the auction of “Frost”: bids start at 0.3 ETH (WETH), it ends on 2027-05-25.',
    );
    const cancel = encodeFunctionData({ abi: auctionHouseAbi, functionName: 'cancel', args: [bidding, lot] });
    expect(sentence(tx(HOUSE, cancel))).toContain('The work returns to your wallet.');
    const settle = encodeFunctionData({ abi: auctionHouseAbi, functionName: 'settle', args: [bidding, lot] });
    expect(sentence(tx(HOUSE, settle))).toContain('the work goes to the winner');
  });
});

describe('other transactions', () => {
  it('say what is sent to whom', () => {
    expect(sentence(tx(OTHER, '0x', ether(2)))).toBe('You send 2 POL to 0x0000…00b2 and receive nothing.');
    expect(sentence(tx(WETH, erc20('transfer', OTHER, ether(2))))).toBe(
      'You send 2 ETH (WETH) to 0x0000…00b2 and receive nothing.',
    );
  });

  it('say the parents and the most that a breeding costs', () => {
    const data = encodeFunctionData({ abi: breedingAbi, functionName: 'breed', args: [WORKS, 7n, 9n, ether(0.05)] });
    expect(sentence(tx(BREEDING, data))).toBe('You breed no. 7 + 9 of “Roundels”. It costs at most 0.05 ETH (WETH).');
  });

  it.each([
    ['data of no function', tx(SEAPORT, '0x12345678'), SEAPORT],
    ['broken data', tx(WETH, '0x095ea7b3'), WETH],
    ['a bid to a contract that is no auction house', tx(OTHER, bidOf(LOT_HASH)), OTHER],
    ['a purchase at a contract that is not Seaport', tx(OTHER, basic(sale, 2)), OTHER],
    ['more data after none', tx(OTHER, concatHex(['0xffffffff', zeroHash])), OTHER],
  ])('say that they cannot be read: %s', (_, unread, contract) => {
    const { sentence: words } = say(unread);
    expect(words).toContain('with data that this wallet cannot read');
    if (contract === OTHER) expect(words).toContain('0x0000…00b2');
  });

  it('to the auction house cannot be read while the wallet does not know where it is', () => {
    expect(say(tx(HOUSE, bidOf(LOT_HASH)), 'en', false).sentence).toContain('cannot read');
  });
});
