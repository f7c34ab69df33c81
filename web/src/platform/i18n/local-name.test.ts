import { expect, it } from 'vitest';
import { localName } from './local-name.ts';

it('what stands in for others in the local stack has the reader’s words, all else its own name', () => {
  const names = ['Local chain', 'Local Google', 'Polygon Amoy', 'Google', 'Local chain 2'];
  expect(names.map((name) => localName((key) => `<${String(key)}>`, name))).toEqual([
    '<app.local.chain>',
    '<app.local.google>',
    'Polygon Amoy',
    'Google',
    'Local chain 2',
  ]);
});
