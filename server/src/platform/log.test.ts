import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from './log.ts';

it('a line names amounts beyond what JSON knows as text', () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  onTestFinished(() => write.mockRestore());
  createLogger('worker', 'info').error('needs more gas', { most: 2n ** 70n, batches: [1n] });
  write.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, msg: 'needs more gas', most: '1180591620717411303424', batches: ['1'] }),
  ]);
});
