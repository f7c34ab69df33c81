#!/usr/bin/env node
// The gas cost of each protection of the auction house: leaves out one at a time in a copy, and measures outbid and
// settle on anvil in the same way as other marketplaces' contracts were measured. `node
// contracts/script/protections.mjs` prints the table of docs/decisions/0010.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractsFolder, forgeBinary } from './forge.mjs';

const house = 'AuctionHouse.sol';
const bounded = 'BoundedCall.sol';
const plainTransfer = 'IERC20(currency).transfer(to, amount); return true;';
/** [protection, [file, text, replacement]...]: each is left out alone. */
const variants = [
  ['all of them'],
  ['no reentrancy', [house, /\bnonReentrant\b/g, '']],
  [
    'a bid must arrive in full (the balance before and after)',
    [house, 'uint256 expected = BoundedCall.balanceOf(currency, address(this));', 'uint256 expected;'],
    [
      house,
      'uint256 balance = BoundedCall.balanceOf(currency, address(this));\n        if (balance < expected) revert BidNotReceived(balance, expected);',
      '',
    ],
  ],
  [
    'currencies that return nothing or false (SafeERC20)',
    [
      house,
      'IERC20(currency).safeTransferFrom(msg.sender, address(this), amount);',
      'IERC20(currency).transferFrom(msg.sender, address(this), amount);',
    ],
  ],
  [
    'a recipient whose payment fails is credited, with bounded gas',
    [house, 'paid = BoundedCall.tryTransfer(currency, to, amount);', plainTransfer],
  ],
  [
    'a transfer that returns false, or to an address without code, has failed',
    [bounded, /if success \{\s*switch returndatasize\(\)\s*case 0 \{[^}]*\}\s*default \{[^}]*\}\s*\}/, ''],
  ],
  ['bids on open auctions only', [house, 'if (!word.isOpen()) revert AuctionNotOpen(id);', '']],
  [
    'bids after the start and before the end only',
    [
      house,
      /if \(block\.timestamp (< bidding\.startsAt|>= end|< end)\) revert Auction(NotStarted|Over|NotOver)\([^;]*;/g,
      '',
    ],
  ],
  [
    'the first bidder names the latest end',
    [house, 'if (end > latestEnd && before.bidder() == address(0)) revert EndLaterThanSeen(end, latestEnd);', ''],
  ],
  [
    'the bid increment',
    [house, 'if (amount < least) revert BidTooLow(amount, least);', ''],
    [house, 'uint256 least = _leastBid(before, bidding.raiseBps);', ''],
  ],
  ['the highest amount', [house, 'if (amount > MAX_AMOUNT) revert BidTooHigh(amount, MAX_AMOUNT);', '']],
  [
    'a bid in the last minutes extends the auction',
    [house, /if \(end < block\.timestamp \+ EXTENSION && [^{]*\{[^}]*\} else \{/, '{'],
    [house, 'if (before.phase() == AuctionPhase.MOVED) delete _movedEnds[id];', ''],
    [house, 'word.phase() == AuctionPhase.MOVED ? _movedEnds[id] : firstEnd', 'firstEnd'],
  ],
  [
    'an NFT that its winner cannot receive is held, with bounded gas',
    [
      house,
      'if (BoundedCall.tryCall(lot.collection, _transferOut(lot, to))) return;',
      'Address.functionCall(lot.collection, _transferOut(lot, to)); return;',
    ],
  ],
  ['the receiver hook of the winner is called', [house, 'bytes4(0x42842e0e)', 'bytes4(0x23b872dd)']],
  ['no royalty to a seller who is its receiver', [house, 'if (royaltyReceiver == seller) royalty = 0;', '']],
  [
    'both kinds of NFT',
    [
      house,
      /return lot\.kind == CollectionKind\.ERC721\s*\/\/ The overload without data\.\s*\? ([^;]*?)\s*: abi\.encodeCall[^;]*;/,
      'return $1;',
    ],
  ],
];

const root = join(tmpdir(), `skarb-protections-${process.pid}`);
const copy = join(root, 'contracts');
mkdirSync(root, { recursive: true });
symlinkSync(join(dirname(contractsFolder), 'node_modules'), join(root, 'node_modules'));
symlinkSync(join(dirname(contractsFolder), 'schema'), join(root, 'schema'));
const parts = [
  ...'src test script abi artifact snapshots out cache'.split(' '),
  'foundry.toml',
  'package.json',
  'vitest.config.ts',
];
for (const part of parts)
  cpSync(join(contractsFolder, part), join(copy, part), { recursive: true, preserveTimestamps: true });

try {
  let whole;
  for (const [protection, ...changes] of variants) {
    const sources = new Map();
    for (const [file, text, replacement] of changes) {
      const path = join(copy, 'src/auction', file);
      const source = readFileSync(path, 'utf8');
      if (!sources.has(path)) sources.set(path, source);
      const changed = source.replace(text, replacement);
      if (changed === source) throw new Error(`${protection}: "${text}" is not in ${file} any more`);
      writeFileSync(path, changed);
    }
    run(forgeBinary(), ['build', 'src', 'test/base']);
    run('npx', ['tsx', 'script/generate-abi.ts']);
    run('npx', ['vitest', 'run', 'test/chain/auction-gas.test.ts'], { UPDATE_GAS: '1' });
    for (const [path, source] of sources) writeFileSync(path, source);
    const measured = JSON.parse(readFileSync(join(copy, 'snapshots/auction-gas.json'), 'utf8'));
    const figures = ['outbid, the one before paid back', 'settle, three payees, winner holds none'].map(
      (verb) => measured[`as the peers: ${verb}`],
    );
    whole ??= figures;
    console.log(
      `| ${protection} | ${figures.map((gas, i) => (gas === whole[i] ? '–' : whole[i] - gas)).join(' | ')} |`,
    );
    if (figures === whole) console.log(`| | ${whole.join(' | ')} |`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

function run(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
}
