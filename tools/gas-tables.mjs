/**
 * The gas figures of contracts/README.md. Each table there is between two comments with its name and is written from the
 * snapshots by `npm run gas -w contracts`; gas-tables.test.mjs compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './tracked-files.mjs';

const README = join(ROOT, 'contracts', 'README.md');
const snapshot = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(ROOT, 'contracts', 'snapshots', `${name}.json`), 'utf8'));
const number = (/** @type {number} */ gas) => gas.toLocaleString('en-US');

/** A function that writes the figures of some keys, joined by " / ". A key that the snapshot lacks is an error. */
const reader =
  (/** @type {Record<string, number>} */ figures) =>
  (/** @type {string[]} */ ...keys) =>
    keys
      .map((key) => {
        if (figures[key] === undefined) throw new Error(`no snapshot has "${key}"`);
        return number(figures[key]);
      })
      .join(' / ');

const table = (/** @type {string[]} */ head, /** @type {string[][]} */ rows) =>
  [head, ['---', ...head.slice(1).map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function comparedTable() {
  const gas = reader(snapshot('gas'));
  const cart = snapshot('gas')['buy a cart of 3 of one seller for WETH, payments added up'];
  return table(
    ['function', 'here', 'compared with'],
    [
      ['create a collection', gas('create a collection (ERC-721)'), '86,578 (clone with immutable arguments)'],
      [
        'mint one, owner holds none / one (digest, 721 clone)',
        gas('mint one, owner holds none', 'mint one, owner holds one'),
        '100,635 / 83,535 (without royalty)',
      ],
      [
        'mint one, sent by the operator with a signature',
        gas('mint one carried by the operator, owner holds one'),
        '–',
      ],
      ['mint an edition of 10 (digest, royalty, supply)', gas('mint an edition of 10'), '46,461 (without any of them)'],
      [
        'create and mint in one transaction, by the creator / by the operator',
        gas('create and mint by the creator (ERC-721)', 'create and mint carried by the operator (ERC-721)'),
        '184,093 + 83,535 in two',
      ],
      [
        'buy a token of a clone, native, buyer holds none / one',
        gas('buy one for native coin, buyer holds none', 'buy one for native coin, buyer holds one'),
        '139,900 (Solady 1167 clone)',
      ],
      [
        'buy a token of a clone, WETH, buyer holds none / one',
        gas('buy one for WETH, buyer holds none', 'buy one for WETH, buyer holds one'),
        '144,153 (WETH9, no clone)',
      ],
      [
        'buy 3 of 100, WETH, first fill / next fill by the same buyer',
        gas('buy 3 of 100 for WETH, first fill', 'buy 3 of 100 for WETH, next fill'),
        '153,507 (WETH9, no clone)',
      ],
      [
        'buy a cart of 3 of one seller, WETH, payments added up',
        `${number(cart)} (${(cart / 3000).toFixed(1)}k each)`,
        '456,094 for 5, native (91.2k each)',
      ],
      [
        'cancel by the zone: 1 / 5 orders',
        gas('cancel 1 by the zone', 'cancel 5 by the zone'),
        '55,910 / 190,389 (by the owner)',
      ],
      ['cancel by the owner: 1 order', gas('cancel 1 by its owner'), '55,910'],
    ],
  );
}

function auctionTable() {
  const gas = reader(snapshot('auction-gas'));
  const ours = (/** @type {string[]} */ ...acts) => [
    gas(...acts.map((act) => `as the peers: ${act}`)),
    gas(...acts.map((act) => `our tokens: ${act}`)),
  ];
  const none = ['–', '–', '–'];
  const late = 'outbid in the last 15 minutes';
  return table(
    ['function', 'measured as the others', 'with our WETH and clones', 'sketch without checks', 'thirdweb', 'Zora v1'],
    [
      ['create (send the NFT)', ...ours('create'), '94,134', '297,118', '210,826'],
      ['first bid', ...ours('first bid'), '52,872', '155,455', '137,369'],
      ['outbid, with the refund', ...ours('outbid, the one before paid back'), '58,102', '111,191', '94,112'],
      [
        'settle, three payees',
        ...ours('settle, three payees, winner holds none'),
        '102,009',
        '294,251 (two)',
        '117,440 (one payee)',
      ],
      ['raise one’s own bid', ...ours('raise one’s own bid'), ...none],
      [`${late}, first / again`, ...ours(`${late}, first time`, `${late}, again`), ...none],
      ['edit', ...ours('edit reserve and end'), ...none],
      ['cancel', ...ours('cancel'), ...none],
    ],
  );
}

function breedingTable() {
  const gas = reader(snapshot('breeding-gas'));
  return table(
    ['function', 'gas'],
    [
      [
        'breed two own tokens, first breeding / storing two earlier hashes',
        gas('breed two of one’s own, first of all', 'breed, keeping two hashes along'),
      ],
      ['breed with the sire of another owner, two payees', gas('breed with another’s sire, two payees')],
      [
        'store a block hash, recent / from EIP-2935’s history',
        gas('keep a hash', 'keep a hash out of the chain’s history'),
      ],
      ['hatch, hash stored / storing it', gas('hatch, hash kept, owner holds others', 'hatch, keeping the hash')],
      [
        'declare lost after an expired hash / a silent operator, with refund',
        gas('give up a missed one, refunded', 'give up a silent operator’s, refunded'),
      ],
      ['offer a sire / withdraw the offer', gas('offer a sire', 'withdraw the offer')],
      [
        'open a collection / enrol 12 founders / allow the contract to mint',
        gas('open a collection', 'enrol 12 founders', 'let the contract mint'),
      ],
      ['commit to 1,024 secrets', gas('commit to 1,024 secrets')],
    ],
  );
}

function accountTable() {
  const cell = (/** @type {number | undefined} */ gas) => (gas === undefined ? '–' : number(gas));
  return table(
    ['act', 'account', 'wallet', 'more'],
    Object.entries(snapshot('account-gas')).map(([act, { account, wallet, more }]) => [
      act,
      cell(account),
      cell(wallet),
      cell(more),
    ]),
  );
}

const TABLES = { compared: comparedTable, auction: auctionTable, breeding: breedingTable, account: accountTable };

/** @returns the text of contracts/README.md with the figures of the snapshots */
export function withFigures(/** @type {string} */ text) {
  for (const [name, write] of Object.entries(TABLES)) {
    const place = new RegExp(`(?<=<!-- gas: ${name} -->\n\n)[^]*?(?=\n\n<!-- end -->)`);
    if (!place.test(text)) throw new Error(`contracts/README.md has no place for the table "${name}"`);
    text = text.replace(place, () => write());
  }
  return text;
}

export const readReadme = () => readFileSync(README, 'utf8');

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(README, withFigures(readReadme()));
