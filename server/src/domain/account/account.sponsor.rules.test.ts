import {
  auctionHouseAbi,
  breedingAbi,
  collection721Abi,
  erc20Abi,
  offerZoneAbi,
  seaportAbi,
  smartAccountAbi,
} from '@skarb/contracts/abi';
import { encodeCalls } from '@skarb/contracts/account';
import {
  bytesToHex,
  concat,
  encodeFunctionData,
  hexToBytes,
  maxUint256,
  numberToHex,
  parseAbi,
  size,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { GAS_CEILING } from '../operator/operator.allowance.rules.ts';
import {
  accountCode,
  gasOf,
  isAccountCode,
  operationSchema,
  readCalls,
  refuseFields,
} from './account.operation.rules.ts';
import { firstUnpaidCall, type Call, type SponsorFacts } from './account.sponsor.rules.ts';

const at = (n: number): Address => numberToHex(n, { size: 20 });
const [ACCOUNT, SEAPORT, HOUSE, BREEDING, FACTORY, ZONE, VERIFIER] = [at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
const [WETH, NFT, FRIEND, CONTRACT, FOREIGN] = [at(0x10), at(0x11), at(0x12), at(0x13), at(0x14)];
const facts: SponsorFacts = {
  account: ACCOUNT,
  contracts: {
    seaport: SEAPORT,
    auctionHouse: HOUSE,
    breeding: BREEDING,
    collectionFactory: FACTORY,
    offerZone: ZONE,
    passkeyVerifier: VERIFIER,
  },
  currencies: new Set([WETH]),
  collections: new Set([NFT]),
  coinReceivers: new Set([FRIEND]),
};
const isPaid = (to: Address, data: Hex, value = 0n) => firstUnpaidCall([{ to, data, value }], facts) === undefined;
const erc20 = (functionName: 'approve' | 'transfer', to: Address) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 1n] });
const nft = (operator: Address) =>
  encodeFunctionData({ abi: collection721Abi, functionName: 'setApprovalForAll', args: [operator, true] });
const key = (functionName: 'addKey' | 'removeKey', bytes: Hex) =>
  encodeFunctionData({ abi: smartAccountAbi, functionName, args: [bytes] });

const purchase = (changes: { token?: Address; currency?: Address; zone?: Address } = {}) =>
  encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [
      {
        considerationToken: changes.currency ?? zeroAddress,
        considerationIdentifier: 0n,
        considerationAmount: 1n,
        offerer: CONTRACT,
        zone: changes.zone ?? ZONE,
        offerToken: changes.token ?? NFT,
        offerIdentifier: 1n,
        offerAmount: 1n,
        basicOrderType: 2,
        startTime: 0n,
        endTime: maxUint256,
        zoneHash: zeroHash,
        salt: 0n,
        offererConduitKey: zeroHash,
        fulfillerConduitKey: zeroHash,
        totalOriginalAdditionalRecipients: 0n,
        additionalRecipients: [],
        signature: '0x',
      },
    ],
  });

describe('the marketplace pays for', () => {
  it('purchases of its works in Seaport, also with native coin', () => {
    expect(isPaid(SEAPORT, purchase(), 10n)).toBe(true);
    expect(isPaid(SEAPORT, purchase({ currency: WETH }))).toBe(true);
    expect(isPaid(SEAPORT, encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }))).toBe(true);
  });

  it('its own contracts, for what people do there', () => {
    const breed = encodeFunctionData({ abi: breedingAbi, functionName: 'breed', args: [NFT, 1n, 2n, 3n] });
    expect(isPaid(BREEDING, breed)).toBe(true);
    expect(isPaid(HOUSE, breed)).toBe(false);
    const claim = { abi: auctionHouseAbi, functionName: 'claimCredit', args: [ACCOUNT, WETH, ACCOUNT] } as const;
    expect(isPaid(HOUSE, encodeFunctionData(claim))).toBe(true);
  });

  it('currencies and works: permissions for its contracts, transfers to anyone', () => {
    expect(isPaid(WETH, erc20('approve', SEAPORT))).toBe(true);
    expect(isPaid(WETH, erc20('transfer', FOREIGN))).toBe(true);
    expect(isPaid(NFT, nft(SEAPORT))).toBe(true);
    const send = { abi: collection721Abi, functionName: 'transferFrom', args: [ACCOUNT, FRIEND, 1n] } as const;
    expect(isPaid(NFT, encodeFunctionData(send))).toBe(true);
  });

  it('native coin that goes to a wallet', () => {
    expect(isPaid(FRIEND, '0x', 1n)).toBe(true);
    expect(isPaid(CONTRACT, '0x', 1n)).toBe(false);
    expect(isPaid(FRIEND, '0x')).toBe(false);
    expect(isPaid(FRIEND, '0x12345678', 1n)).toBe(false);
  });

  it('keys of the account that its own code verifies', () => {
    expect(isPaid(ACCOUNT, key('addKey', FRIEND))).toBe(true);
    expect(isPaid(ACCOUNT, key('addKey', concat([VERIFIER, numberToHex(1n, { size: 96 })])))).toBe(true);
    expect(isPaid(ACCOUNT, key('removeKey', FRIEND))).toBe(true);
  });
});

describe('the marketplace does not pay for', () => {
  it('a third party’s contract, whatever it is called with', () => {
    expect(isPaid(FOREIGN, purchase())).toBe(false);
    expect(isPaid(FOREIGN, erc20('transfer', FRIEND))).toBe(false);
    expect(isPaid(FOREIGN, nft(SEAPORT))).toBe(false);
  });

  it('orders whose token, currency or zone is a third party’s contract, which Seaport would call', () => {
    expect(isPaid(SEAPORT, purchase({ token: FOREIGN }))).toBe(false);
    expect(isPaid(SEAPORT, purchase({ currency: FOREIGN }))).toBe(false);
    expect(isPaid(SEAPORT, purchase({ zone: FOREIGN }))).toBe(false);
  });

  it('permissions for others, keys that others verify, and the account calling itself with a batch', () => {
    expect(isPaid(WETH, erc20('approve', FOREIGN))).toBe(false);
    expect(isPaid(NFT, nft(FOREIGN))).toBe(false);
    expect(isPaid(ACCOUNT, key('addKey', concat([FOREIGN, '0x01'])))).toBe(false);
    expect(isPaid(ACCOUNT, key('addKey', zeroAddress))).toBe(false);
    expect(isPaid(ACCOUNT, encodeCalls([{ to: FOREIGN }]))).toBe(false);
  });

  it('functions of the owner or the operator, unknown functions, and native coin where none is accepted', () => {
    const owner = { abi: offerZoneAbi, functionName: 'setOperator', args: [ACCOUNT, true] } as const;
    expect(isPaid(ZONE, encodeFunctionData(owner))).toBe(false);
    expect(isPaid(SEAPORT, '0xdeadbeef')).toBe(false);
    expect(isPaid(SEAPORT, '0x')).toBe(false);
    expect(isPaid(WETH, erc20('transfer', FRIEND), 1n)).toBe(false);
    const from = encodeFunctionData({
      abi: parseAbi(['function transferFrom(address,address,uint256)']),
      args: [ACCOUNT, FRIEND, 1n],
    });
    expect(isPaid(WETH, from)).toBe(false);
  });

  it('a batch of which one call is not paid for, wherever it is', () => {
    const good: Call = { to: WETH, data: erc20('approve', SEAPORT), value: 0n };
    const bad: Call = { to: FOREIGN, data: '0x12345678', value: 0n };
    expect(firstUnpaidCall([good, good, bad, good], facts)).toBe(2);
  });
});

const PLAIN = `0x01${'00'.repeat(31)}` as const;

describe('the calls of an operation', () => {
  const call = { to: WETH, value: 0n, data: erc20('approve', SEAPORT) };
  const read = (callData: Hex) => readCalls({ callData, sender: ACCOUNT });

  it('are those of the plain batch; the zero address means the account itself', () => {
    expect(read(encodeCalls([call]))).toEqual([call]);
    const self = encodeCalls([{ to: zeroAddress, data: encodeCalls([{ to: FOREIGN }]) }]);
    const calls = read(self) as Call[];
    expect(calls[0]?.to).toBe(ACCOUNT);
    expect(firstUnpaidCall(calls, facts)).toBe(0);
  });

  it.each([
    ['a mode with a selector of opData', '0x01000000000078210001'.padEnd(66, '0')],
    ['a mode that continues after failures', '0x0101'.padEnd(66, '0')],
    ['a delegate call', '0xff'.padEnd(66, '0')],
    ['a single call', '0x00'.padEnd(66, '0')],
    ['a mode with bytes that nobody reads', `${PLAIN.slice(0, -2)}01`],
  ])('are not read in %s', (_, mode) => {
    const plain = encodeCalls([call]);
    expect(read(`${plain.slice(0, 10)}${mode.slice(2)}${plain.slice(74)}` as Hex)).toBeUndefined();
  });

  it('are not read with data after the batch, in another encoding, of another function, or without any call', () => {
    const plain = encodeCalls([call]);
    expect(read(`${plain}00`)).toBeUndefined();
    expect(read(concat([plain, numberToHex(0n, { size: 32 })]))).toBeUndefined();
    expect(read('0x')).toBeUndefined();
    expect(read('0xdeadbeef')).toBeUndefined();
    expect(read(key('addKey', FRIEND))).toBeUndefined();
    expect(read(encodeCalls([]))).toBeUndefined();
    expect(read(encodeCalls(Array.from({ length: 33 }, () => call)))).toBeUndefined();
  });
});

describe('the code of an account', () => {
  const contracts = { accountFactory: FACTORY, accountImplementation: at(0xabcdef) };
  const code = accountCode(numberToHex(maxUint256), contracts);

  it('is known by each of its 45 fixed bytes, whatever word of its own follows', () => {
    expect(isAccountCode(code, contracts)).toBe(true);
    expect(isAccountCode(accountCode(zeroHash, contracts), contracts)).toBe(true);
    expect(isAccountCode(`0x${code.slice(2).toUpperCase()}`, contracts)).toBe(true);
    const changed = (place: number) => {
      const bytes = hexToBytes(code);
      bytes[place] = (bytes[place] as number) ^ 1;
      return isAccountCode(bytesToHex(bytes), contracts);
    };
    const places = Array.from({ length: size(code) }, (_, place) => place);
    expect(places.filter(changed)).toEqual(places.slice(45));
  });

  it('has exactly one word of its own', () => {
    for (const other of ['0x', code.slice(0, -2), `${code}00`] as Hex[])
      expect(isAccountCode(other, contracts)).toBe(false);
  });
});

describe('the fields of an operation', () => {
  const plain = {
    sender: ACCOUNT,
    nonce: '0x0',
    callData: '0x',
    callGasLimit: '0x1',
    verificationGasLimit: '0x1',
    preVerificationGas: '0x1',
    maxFeePerGas: '0x0',
    maxPriorityFeePerGas: '0x0',
    signature: '0x',
  };
  const refused = (changes: object) => refuseFields(operationSchema.parse({ ...plain, ...changes }));
  it('have a limit each, whose sum the operator pays at most', () => {
    expect(refused({})).toBeUndefined();
    for (const field of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'])
      expect(refused({ [field]: numberToHex(maxUint256) }), field).toBe('bundler.gas');
    const most = { callGasLimit: '0x124f80', verificationGasLimit: '0x927c0', preVerificationGas: '0x186a0' };
    expect(refused(most)).toBeUndefined();
    expect(gasOf(operationSchema.parse({ ...plain, ...most }))).toBeLessThan(GAS_CEILING.operation);
  });

  it('name no gas price and no paymaster', () => {
    expect(refused({ maxFeePerGas: '0x1' })).toBe('bundler.price');
    expect(refused({ maxPriorityFeePerGas: '0x1' })).toBe('bundler.price');
    expect(refused({ paymaster: FOREIGN })).toBe('bundler.paymaster');
    expect(refused({ paymasterData: '0x01' })).toBe('bundler.paymaster');
    expect(refused({ paymasterVerificationGasLimit: numberToHex(maxUint256) })).toBe('bundler.paymaster');
    expect(refused({ paymasterPostOpGasLimit: '0x1' })).toBe('bundler.paymaster');
    expect(refused({ paymaster: zeroAddress, paymasterData: '0x' })).toBeUndefined();
  });

  it('are numbers and bytes in hexadecimal, of limited length', () => {
    for (const wrong of [
      { nonce: 1 },
      { nonce: '-0x1' },
      { nonce: `0x${'f'.repeat(65)}` },
      { callData: '0x1' },
      { callData: `0x${'00'.repeat(32_769)}` },
      { signature: `0x${'00'.repeat(4097)}` },
      { sender: '0x1' },
      { eip7702Auth: {} },
    ])
      expect(operationSchema.safeParse({ ...plain, ...wrong }).success, JSON.stringify(wrong).slice(0, 60)).toBe(false);
  });
});
