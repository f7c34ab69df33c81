#!/usr/bin/env node
// Puts one bug at a time into a copy of the auction house and sees which tests notice: a test that notices nothing guards
// nothing. `node contracts/script/mutate.mjs` writes snapshots/auction-mutations.json; it fails when a bug lives.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractsFolder, forgeBinary } from './forge.mjs';

const house = 'AuctionHouse.sol';
/** [what goes wrong, file, text, its replacement, the invariant that must notice (0: some unit test)] */
const bugs = [
  ['a refund that was paid is credited, too', house, 'if (!paid) {', 'if (paid || !paid) {', 1],
  ['the fee goes to a stranger', house, 'lot.feeRecipient, fee)', 'address(0xbeef), fee)', 2],
  ['the fee is today’s, not the auction’s', house, 'part(amount, lot.feeBps)', 'part(amount, _settings.feeBps)', 3],
  ['a second credit replaces the first', house, '[currency] += amount', '[currency] = amount', 4],
  ['the least raise is rounded down', 'AuctionRules.sol', '+ BPS - 1) / BPS', ') / BPS', 5],
  ['a late bid does not move the end', house, 'end < block.timestamp + EXTENSION', 'end < block.timestamp', 5],
  [
    'the seller gets his NFT back from the winner',
    house,
    '_deliver(id, lot, winner)',
    '_deliver(id, lot, lot.seller)',
    6,
  ],
  ['an NFT that can’t be delivered blocks the settlement', house, 'emit TokenHeld(id, to);', 'revert GasTooLow();', 7],
  [
    'a refund that fails blocks the next bid',
    house,
    'emit Credited(id, to, currency, amount);',
    'revert GasTooLow();',
    8,
  ],
  ['a bid below the least is taken', house, 'if (amount < least) revert', 'if (amount + 1 < least) revert', 9],
  [
    'a bid after the end is taken',
    house,
    'if (block.timestamp >= end) revert AuctionOver(end, block.timestamp);\n        if (end > latestEnd',
    'if (end > latestEnd',
    9,
  ],
  [
    'an auction with a bid can be edited and cancelled',
    house,
    'if (standing.bidder() != address(0)) revert',
    'if (false) revert',
    10,
  ],
  [
    'an auction is settled before its end',
    house,
    'if (block.timestamp < end) revert AuctionNotOver(end, block.timestamp);',
    '',
    11,
  ],
  [
    'a cancelled auction can be cancelled again',
    'Standing.sol',
    '|| phase_ == uint256(AuctionPhase.MOVED)',
    '|| phase_ == uint256(AuctionPhase.MOVED) || phase_ == uint256(AuctionPhase.CLOSED)',
    11,
  ],
  [
    'anyone edits and cancels',
    house,
    'if (msg.sender != lot.seller) revert NotSeller(msg.sender, lot.seller);',
    '',
    12,
  ],
  ['anyone claims a held NFT', house, 'if (to != claimant && msg.sender != claimant) revert', 'if (false) revert', 12],
  ['a pause stops nothing', house, 'if (settings.isPaused) revert AuctionsPaused();', '', 13],
  ['anyone claims a credit', house, 'if (to != account && msg.sender != account) revert', 'if (false) revert', 12],
  ['the house can be entered again', 'ALL', 'nonReentrant', '', 0],
  [
    'money that takes a fee is taken',
    house,
    'if (balance < expected) revert BidNotReceived(balance, expected);',
    '',
    0,
  ],
  [
    'a call starved of gas counts as refused',
    'BoundedCall.sol',
    'if (available < promised + promised / 63 + CALL_COST) revert IAuctionHouse.GasTooLow();',
    '',
    0,
  ],
  [
    'the first bidder is held to an end he did not see',
    house,
    'if (end > latestEnd && before.bidder() == address(0)) revert EndLaterThanSeen(end, latestEnd);',
    '',
    0,
  ],
  [
    'a royalty takes all',
    house,
    'if (amount > most) amount = most;',
    'if (amount > ROYALTY_SAMPLE) amount = ROYALTY_SAMPLE;',
    0,
  ],
  ['a burning royalty gets all the gas', 'BoundedCall.sol', 'staticcall(ROYALTY_GAS,', 'staticcall(gas(),', 0],
  ['a burning refund gets all the gas', 'BoundedCall.sol', 'call(PAYMENT_GAS,', 'call(gas(),', 0],
  ['false is taken for a payment', 'BoundedCall.sol', 'eq(mload(0x00), 1))', '1)', 0],
  ['an id comes twice', house, 'while (_standings[id].phase() != AuctionPhase.NONE) {', 'while (false) {', 0],
  ['the fee has no cap', 'AuctionSettings.sol', 'if (bps > MAX_FEE_BPS) revert FeeTooHigh(bps, MAX_FEE_BPS);', '', 0],
];

const root = join(tmpdir(), `skarb-mutate-${process.pid}`);
const copy = join(root, 'contracts');
mkdirSync(root, { recursive: true });
symlinkSync(join(dirname(contractsFolder), 'node_modules'), join(root, 'node_modules'));
for (const part of ['src', 'test', 'script', 'artifact', 'out', 'cache', 'foundry.toml', 'package.json']) {
  cpSync(join(contractsFolder, part), join(copy, part), { recursive: true, preserveTimestamps: true });
}

const results = [];
try {
  for (const [bug, file, text, replacement, invariant] of bugs) {
    const path = join(copy, 'src/auction', file === 'ALL' ? house : file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(text)) throw new Error(`${bug}: "${text}" is not in ${file} any more`);
    const changed =
      file === 'ALL' ? source.replaceAll(/\bnonReentrant\b/g, '') : source.replace(text, () => replacement);
    writeFileSync(path, changed);
    // Of the invariants only the one that must notice runs: they share a campaign, and one that breaks fails them all.
    const expected = invariant ? `invariant_${String(invariant).padStart(2, '0')}_` : 'test';
    const which = invariant ? ['--match-test', `^${expected}`] : ['--no-match-contract', 'AuctionInvariantTest'];
    const { stdout, stderr } = spawnSync(forgeBinary(), ['test', '--match-path', 'test/auction/*', ...which], {
      cwd: copy,
      encoding: 'utf8',
      // A bug may make the crowd itself stumble, which would count as every invariant's failure: only what they say counts.
      env: {
        ...process.env,
        FOUNDRY_FUZZ_RUNS: '256',
        FOUNDRY_INVARIANT_RUNS: '24',
        FOUNDRY_INVARIANT_FAIL_ON_REVERT: 'false',
        FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
      },
      maxBuffer: 1 << 28,
    });
    writeFileSync(path, source);
    if (!/Suite result/.test(stdout)) throw new Error(`${bug}: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
    // An invariant's name stands behind the calls that broke it, a test's on the same line. A crowd that only fails more
    // often notices nothing.
    const failed = stdout
      .split(/^(?=\[(?:PASS|FAIL))/m)
      .filter((part) => part.startsWith('[FAIL') && !part.includes('too many calls fail'))
      .map((part) => part.match(/\b((?:invariant_|test)\w+)\(/)?.[1] ?? 'setUp');
    const noticed = [...new Set(failed)].sort();
    const killed = noticed.some((name) => name.startsWith(expected));
    results.push({ bug, noticed: noticed.slice(0, 6), ...(killed ? {} : { missedBy: expected }) });
    console.log(`${killed ? '✓' : '✗'} ${bug}: ${noticed.join(', ') || 'nobody'}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
writeFileSync(join(contractsFolder, 'snapshots/auction-mutations.json'), `${JSON.stringify(results, null, 1)}\n`);
const alive = results.filter(({ missedBy }) => missedBy);
console.log(`${results.length - alive.length} of ${results.length} bugs noticed where they should be`);
if (alive.length > 0) process.exitCode = 1;
