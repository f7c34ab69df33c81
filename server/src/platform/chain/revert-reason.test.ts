import { encodeErrorResult, type Abi, type AbiParameter, type Hex } from 'viem';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RpcError } from './client.ts';
import { CODE_OF, KNOWN_ERRORS, readCallError, readRevert } from './revert-reason.ts';

const sample = ({ type, name }: AbiParameter): unknown => {
  if (type.endsWith('[]')) return [];
  if (type === 'bytes32') return `0x${'11'.repeat(32)}`;
  if (type === 'address') return '0x1111111111111111111111111111111111111111';
  if (type === 'string') return 'x';
  if (type === 'bool') return true;
  if (type.startsWith('uint')) return Number(type.slice(4) || 256) <= 48 ? 1 : 1n;
  throw new Error(`no sample for ${name} ${type}`);
};

const wordsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../../web/locales/${language}/common/code.json`, import.meta.url), 'utf8'));
const WORDS = { en: wordsIn('en'), ukr: wordsIn('ukr') };

describe("a contract's revert data", () => {
  it('has a code for each contract that a trade may call', () => {
    const names = [...KNOWN_ERRORS.values()].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(100);
    // One error of each: Seaport, a collection, the factory, the zone, a currency, the standards, a conduit.
    for (const name of ['OrderIsCancelled', 'MintRequestExpired', 'NotFactory', 'NotOperator', 'AccountBlacklisted'])
      expect(names).toContain(name);
    for (const name of ['ERC721InsufficientApproval', 'ERC1155MissingApprovalForAll', 'ChannelClosed'])
      expect(names).toContain(name);
  });

  it.each([...KNOWN_ERRORS.values()].map((error) => [error.name, error] as const))(
    '%s has a message',
    (name, error) => {
      expect(CODE_OF).toHaveProperty(name);
      const data = encodeErrorResult({ abi: [error] as Abi, errorName: name, args: error.inputs.map(sample) });
      const reason = readRevert(data);
      expect(reason.code).not.toBe('chain.reverted');
      expect(reason.words.length).toBeGreaterThan(10);
      // At least two sentences, one for what happened and one for what to do, in both languages.
      const key = reason.code.replace('.', '_');
      expect(WORDS.en[key]).toMatch(/\p{L}.*[.;:].*\p{L}/u);
      expect(WORDS.ukr[key]).toMatch(/\p{Script=Cyrillic}.*[.;:].*\p{Script=Cyrillic}/u);
    },
  );

  const sentence = (message: string) =>
    encodeErrorResult({
      abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }],
      errorName: 'Error',
      args: [message],
    });
  it.each<[string, Hex | undefined, string]>([
    [
      'explains the balance error text of an older currency',
      sentence('ERC20: transfer amount exceeds balance'),
      'chain.balance',
    ],
    [
      'explains the allowance error text of an older currency',
      sentence('ERC20: transfer amount exceeds allowance'),
      'chain.allowance',
    ],
    [
      'explains the balance error text of an older ERC-1155',
      sentence('ERC1155: insufficient balance for transfer'),
      'chain.notOwner',
    ],
    [
      'explains the approval error text of an older token',
      sentence('ERC721: caller is not token owner or approved'),
      'chain.notApproved',
    ],
    ['reports an unknown error text in general words', sentence('computer says no'), 'chain.reverted'],
    ['reports an unknown error in general words', '0xdeadbeef', 'chain.reverted'],
    ['reports truncated data in general words', '0x08', 'chain.reverted'],
    ['reports empty data in general words', '0x', 'chain.reverted'],
    ['reports missing data in general words', undefined, 'chain.reverted'],
  ])('%s', (_what, data, code) => {
    expect(readRevert(data).code).toBe(code);
  });

  it('differs from the error of a node that did not run the call', () => {
    expect(readCallError(new RpcError(-32005, 'limit exceeded'))).toBeUndefined();
    expect(readCallError(new TypeError('fetch failed'))).toBeUndefined();
    expect(readCallError(new RpcError(-32003, 'Insufficient funds for gas * price + value'))?.code).toBe(
      'chain.balance',
    );
    expect(readCallError(new RpcError(3, 'execution reverted'))?.code).toBe('chain.reverted');
  });
});
