/** Values for a field: valid ones by its schema, and unexpected ones. */
import type { Chance } from './chance.ts';
import type { JsonSchema } from './attack-table.ts';

/** Ids and texts that the attackers know, by kind; grows with every answer. */
export type Pool = {
  take: (kind: string) => string | undefined;
  put: (kind: string, value: string) => void;
};

export const createPool = (chance: Chance, most = 60): Pool => {
  const values = new Map<string, string[]>();
  return {
    take: (kind) => chance.pick(values.get(kind) ?? []),
    put: (kind, value) => {
      const kept = values.get(kind) ?? [];
      if (kept.includes(value)) return;
      // Old values stay useful: a new value replaces a random one.
      if (kept.length >= most) kept[chance.below(most)] = value;
      else kept.push(value);
      values.set(kind, kept);
    },
  };
};

const NOBODY = '0190a4a4-0000-7000-8000-000000000000';
const hexOf = (chance: Chance, digits: number) =>
  `0x${Array.from({ length: digits }, () => chance.below(16).toString(16)).join('')}`;

/** Texts that break parsers, databases, logs, templates and string functions. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  '\ufeff',
  '\u200b',
  '👩‍👩‍👧‍👦'.repeat(20),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'ﷺ'.repeat(50),
  'İıſK',
  "' or 1=1 --",
  '"; drop table app_user; --',
  '%',
  '_',
  '\\',
  '%_\\%',
  '<script>alert(1)</script>',
  '${jndi:ldap://127.0.0.1/a}',
  '{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e309',
  '1e-400',
  '0x10',
  '١٢٣',
  '9'.repeat(400),
  '0.' + '0'.repeat(300) + '1',
  '-1',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '18446744073709551616',
  '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  'a'.repeat(5000),
  'я'.repeat(3000),
  '\n'.repeat(200),
  'a\r\nSet-Cookie: x=1',
  '((((((((((a)*)*)*)*)*)*)*)*)*)*',
  'name:',
  ':',
  ':value',
  'name:' + 'v'.repeat(250),
];

const ODD_NUMBERS: readonly number[] = [
  -1,
  0,
  -0,
  0.1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  1e21,
  1e100,
];

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Any JSON value. */
const oddValue = (chance: Chance): unknown => {
  switch (chance.below(8)) {
    case 0:
      return chance.pick([null, true, false]);
    case 1:
      return chance.pick(ODD_NUMBERS);
    case 2:
      return chance.pick<unknown>([
        [],
        {},
        [[]],
        [null],
        { length: 3 },
        { toString: 'x' },
        { toJSON: 1 },
        { $ne: null },
      ]);
    case 3:
      return deep(chance.pick([5, 50, 800]) ?? 5);
    case 4:
      return Array.from({ length: chance.pick([2, 101, 3000]) ?? 2 }, () => chance.pick(ODD_TEXTS.slice(0, 10)));
    default:
      return chance.pick(ODD_TEXTS);
  }
};

/** A value by the field's name, for fields whose schema only says "text". */
const byName = (chance: Chance, pool: Pool, name: string, path: string): unknown => {
  const mine = (kind: string) => pool.take(path.startsWith('/admin') ? `own ${kind}` : kind) ?? NOBODY;
  if (name === 'id' || name === 'uuid') {
    const [, first = '', second = ''] = path.split('/');
    const kind =
      { admin: second, auth: second, breeding: second.startsWith('{') ? 'breeding' : second }[first] ?? first;
    const known: Record<string, string> = { profile: 'user', order: 'onramp' };
    return mine(known[kind] ?? kind);
  }
  if (/uuids?$/i.test(name)) {
    const kind = name.replace(/uuids?$/i, '').toLowerCase();
    const of: Record<string, string> = {
      seller: 'user',
      buyer: 'user',
      owner: 'user',
      creator: 'user',
      favoritedby: 'user',
      purchasedby: 'user',
      subject: chance.pick(['token', 'collection', 'user']) ?? 'token',
      matron: 'token',
      sire: 'token',
      '': 'notification',
    };
    return mine(of[kind] ?? kind);
  }
  if (/price$|amount|fee$|cost/i.test(name))
    return chance.pick(['0.01', '1', '1.25', '0.000000000000000001', '100000', '9'.repeat(60), '0']);
  if (/quantity/i.test(name)) return chance.pick([1, 1, 1, 2, 5, 2 ** 53 - 1]);
  if (/address|^to$/i.test(name)) return pool.take('address') ?? hexOf(chance, 40);
  if (/hash/i.test(name)) return pool.take('hash') ?? hexOf(chance, 64);
  if (/signature/i.test(name))
    return pool.take('signature') ?? hexOf(chance, chance.pick([130, 128, 2, 0, 2000]) ?? 130);
  if (name === 'data') return hexOf(chance, chance.pick([0, 8, 72, 136]) ?? 8);
  if (/email/i.test(name)) return pool.take('email') ?? `a${chance.below(50)}@attack.example`;
  if (/password/i.test(name)) return chance.pick(['correct horse battery', 'another horse battery']);
  if (/refreshToken/.test(name)) return pool.take('refreshToken') ?? 'x'.repeat(43);
  if (/token|credential/i.test(name)) return pool.take('secret') ?? 'x'.repeat(43);
  if (/code/i.test(name)) return String(chance.between(100000, 999999));
  if (/phone/i.test(name)) return `+38067${chance.between(1000000, 9999999)}`;
  if (name === 'message') return pool.take('message') ?? 'localhost wants you to sign in';
  if (name.endsWith('At')) return new Date(Date.now() + chance.pick([6e4, 36e5, 864e5, 30 * 864e5])!).toISOString();
  if (name === 'chainId') return chance.pick([80001, 137, 1]);
  if (name === 'properties')
    return chance.pick(['[]', '[{"name":"A","value":"b"}]', '[{"name":"N","value":3}]', '[{"name":1}]', '{']);
  if (name === 'rpcUrl') return chance.pick(['http://127.0.0.1:1', 'https://node.attack.invalid', 'http://[::1]:1']);
  if (/url/i.test(name)) return 'https://attack.example/a';
  if (name === 'trait') return chance.pick(['A:b', 'N:3', 'A']);
  if (name === 'search') return chance.pick(['a', 'piece', 'Test', 'p', '%', "'"]);
  if (name === 'provider') return 'demo';
  if (name === 'returnTo') return '/nfts';
  if (name === 'royalty') return '5';
  return undefined;
};

/** A valid value, as far as the schema describes it. */
export const goodValue = (chance: Chance, pool: Pool, schema: JsonSchema, name: string, path: string): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return goodValue(chance, pool, chance.pick(options) as JsonSchema, name, path);
  if (schema.allOf) return goodValue(chance, pool, schema.allOf[0] as JsonSchema, name, path);
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
        schema.required?.includes(key) || chance.is(0.4) ? [[key, goodValue(chance, pool, inner, key, path)]] : [],
      );
      return entries.length || schema.properties ? Object.fromEntries(entries) : { key: 'text' };
    }
    case 'array':
      return Array.from({ length: chance.between(0, 3) }, () =>
        goodValue(chance, pool, schema.items ?? {}, name, path),
      );
    case 'boolean':
      return chance.is(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return chance.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 20, (schema.minimum ?? 0) + 20));
    default: {
      const known = byName(chance, pool, name, path);
      if (known !== undefined) return known;
      const text = chance.pick(['Quiet blue', 'Тиха синя', 'x', 'A name 2']) as string;
      return text.slice(0, schema.maxLength ?? 200);
    }
  }
};

/** A valid object with one to three faults. */
export const brokenValue = (chance: Chance, pool: Pool, schema: JsonSchema, path: string): unknown => {
  const value = goodValue(chance, pool, schema, 'body', path);
  if (typeof value !== 'object' || value === null || chance.is(0.05)) return oddValue(chance);
  const object = value as Record<string, unknown>;
  const names = [...Object.keys(schema.properties ?? {}), ...Object.keys(object)];
  for (let faults = chance.between(1, 3); faults > 0; faults--) {
    const name = chance.pick(names) ?? 'extra';
    const way = chance.below(10);
    if (way === 0) delete object[name];
    else if (way === 1)
      Object.defineProperty(
        object,
        chance.pick(['__proto__', 'constructor', 'extra', 'role', 'isAdmin', 'user_uuid']) as string,
        {
          value: oddValue(chance),
          enumerable: true,
          writable: true,
          configurable: true,
        },
      );
    else if (way === 2) object[name] = [object[name], object[name]];
    else if (way === 3 && !path.startsWith('/admin'))
      object[name] = pool.take(chance.pick(['user', 'token', 'offer', 'collection']) as string);
    else object[name] = oddValue(chance);
  }
  return object;
};
