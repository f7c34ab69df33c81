import { expect, it, vi } from 'vitest';
import { unhandledRejection } from './unhandled.ts';

const handler = () => {
  const end = vi.fn();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return { end, log, handle: unhandledRejection(log, end) };
};

it('a rejection that nobody awaits ends the process', () => {
  const { end, log, handle } = handler();
  handle(new TypeError('undefined is not a function'));
  expect(end).toHaveBeenCalledOnce();
  expect(log.error).toHaveBeenCalledOnce();
});

it('a database that is lost while the driver asks for its types does not', () => {
  const { end, log, handle } = handler();
  handle(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }));
  expect(end).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledOnce();
});
