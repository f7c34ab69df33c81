import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { forge } from './forge.mjs';

const require = createRequire(import.meta.url);

// The least coverage of lines and branches, in percent. The coverage of the local play money is printed, not checked.
const leastCoverage = {
  'src/account/': { lines: 100, branches: 95 },
  'src/collection/': { lines: 100, branches: 95 },
  'src/offer/': { lines: 100, branches: 95 },
  'src/auction/': { lines: 100, branches: 95 },
  'src/breeding/': { lines: 100, branches: 95 },
};

/** Measures the coverage of the forge tests, and prints it. @throws Error when a folder has less than it must have */
export async function coverage() {
  // Coverage resolves imports itself and fails on remappings to other folders, unless they are absolute.
  const remap = (prefix, packageJson, folder = '') => [
    '-R',
    `${prefix}=${join(dirname(require.resolve(packageJson)), folder)}/`,
  ];
  const printed = await forge(
    [
      'coverage',
      '--report',
      'summary',
      '--no-match-coverage',
      '^(test|script)/',
      // OpenZeppelin's P256 does not compile without the optimizer, which coverage turns off. The bugs of
      // bugs/account.mjs show what these tests notice.
      '--skip',
      'PasskeyVerifier.sol',
      ...remap('solady/', 'solady/package.json', 'src'),
      ...remap('@openzeppelin/contracts/', '@openzeppelin/contracts/package.json'),
      ...remap('seaport-types/', 'seaport-types/package.json'),
    ],
    // The forge tests above fuzz thoroughly; here only the covered paths count, so few runs are enough.
    { quiet: true, env: { FOUNDRY_PROFILE: 'plain', FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '4' } },
  );
  const rows = [...printed.matchAll(/^\| (src\/\S+) +\| +([\d.]+)% \((\S+)\) +\|[^|]+\| +([\d.]+)% \((\S+)\)/gm)];
  if (rows.length === 0) throw new Error(`forge printed no coverage:\n${printed.slice(-2000)}`);
  console.table(
    Object.fromEntries(
      rows.map(([, file, lines, of, branches, ofBranches]) => [
        file,
        { lines: `${lines}% ${of}`, branches: `${branches}% ${ofBranches}` },
      ]),
    ),
  );
  const short = rows.filter(([, file, lines, , branches]) => {
    const least = Object.entries(leastCoverage).find(([folder]) => file.startsWith(folder))?.[1];
    return least && (Number(lines) < least.lines || Number(branches) < least.branches);
  });
  if (short.length > 0) throw new Error(`Not covered well enough: ${short.map(([, file]) => file).join(', ')}`);
}
