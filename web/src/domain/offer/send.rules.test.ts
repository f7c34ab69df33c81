import { expect, it } from 'vitest';
import { readReceiver } from './send.rules.ts';

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each([
  ['  ', 'missing'],
  ['0x1234', 'malformed'],
  [`${OWN}0`, 'malformed'],
  [` ${OWN.toLowerCase()} `, 'own'],
  ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'address'],
  ['anna.eth', 'outside'],
  ['pay.anna.xyz', 'outside'],
  ['Anna', 'person'],
  ['Anna B.', 'person'],
  ['Д. Коваль', 'person'],
])('%s as a receiver is %s', (text, what) => {
  expect(readReceiver(text, OWN)).toBe(what);
});
