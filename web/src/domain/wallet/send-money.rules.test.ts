import { expect, it } from 'vitest';
import { receiverRefusal, sumRefusal } from './send-money.rules.ts';

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

it.each([
  ['', 'missing'],
  ['0x12', 'malformed'],
  [`${OTHER}0`, 'malformed'],
  [OTHER.slice(2), 'malformed'],
  [OWN, 'own'],
  [OWN.toLowerCase(), 'own'],
  [OTHER, undefined],
])('an address to send to: %s is %s', (text, refusal) => {
  expect(receiverRefusal(text, OWN)).toBe(refusal);
});

it.each([
  ['', 'missing'],
  ['0', 'malformed'],
  ['0.000', 'malformed'],
  ['1,5', 'malformed'],
  ['-1', 'malformed'],
  ['1.0000001', 'malformed'],
  ['1.500001', 'short'],
  ['2', 'short'],
  ['1.5', undefined],
  ['0.000001', undefined],
])('a sum to send from 1.5 USDC: %s is %s', (text, refusal) => {
  expect(sumRefusal(text, 1_500_000n, 6)).toBe(refusal);
});

it('compares the last of eighteen decimals, which floats cannot', () => {
  const balance = 10_000_000_000_000_000_001n;
  expect(sumRefusal('10.000000000000000001', balance, 18)).toBeUndefined();
  expect(sumRefusal('10.000000000000000002', balance, 18)).toBe('short');
});
