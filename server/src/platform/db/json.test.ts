import { getAddress } from 'viem';
import { expect, it } from 'vitest';
import { withChecksums } from './json.ts';

const address = '0x52908400098527886e0f7030069857d2e4169ee7';
const other = `0x${'ab'.repeat(20)}`;
const checked = getAddress(address);
const read = (json: string, ...fields: string[]) => String(withChecksums(Buffer.from(json), fields));

it('addresses of the named fields get their checksums, wherever they are, and nothing else changes', () => {
  const json = `[{"address": "${address}", "to": "${address}", "isNative": false, "at": {"owner": "${other}", "address": null}},
    {"name": "0x", "address": "${address}", "hash": "0x${'ab'.repeat(32)}", "owner": "${address}"}]`;
  expect(read(json, 'address')).toBe(json.replaceAll(`"address": "${address}`, `"address": "${checked}`));
  expect(read(json, 'owner', 'address')).toBe(
    json
      .replaceAll(`"address": "${address}`, `"address": "${checked}`)
      .replace(`"owner": "${other}`, `"owner": "${getAddress(other)}`)
      .replace(`"owner": "${address}`, `"owner": "${checked}`),
  );
  expect(read(json)).toBe(json);
});

it.each([
  `{"name": "\\"address\\": \\"${address}\\""}`,
  `{"name": "address: ${address}"}`,
  `{"address": "${checked}"}`,
  `{"address": "${address}0"}`,
  `{"address": "${address.slice(0, -1)}"}`,
  `{"address": "0x${'g'.repeat(40)}"}`,
  `{"address": ["${address}"]}`,
  `{"address": "0x`,
  `: "${address}"`,
  '',
])('%s stays as it is', (json) => {
  expect(read(json, 'address')).toBe(json);
});

it('a text before and after is kept byte by byte', () => {
  const json = `{"name": "Їжак 🦔", "address": "${address}", "note": "кінець"}`;
  expect(read(json, 'address')).toBe(json.replace(address, checked));
});
