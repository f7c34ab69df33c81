import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/chain/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    // Importing viem took a second of CPU for each file.
    isolate: false,
  },
});
