import { expect, it } from 'vitest';
import { keyMemory } from './key-memory.ts';

const ADDRESS = `0x${'a1'.repeat(20)}`;
const calls = (id: string) => ({ id, address: ADDRESS, hash: `0x${id}` });

it('remembers until the page closes what a full storage refuses, and stores it when there is room again', () => {
  const stored = new Map<string, string>();
  let isFull = false;
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, value);
    },
  };
  const memory = keyMemory(storage);
  memory.putCalls(calls('1'));
  isFull = true;
  memory.putCalls(calls('2'));
  memory.connect(ADDRESS);
  expect(memory.callsOf('2')).toEqual(calls('2'));
  expect(memory.connected()).toBe(ADDRESS);
  isFull = false;
  memory.putCalls(calls('3'));
  const after = keyMemory(storage);
  expect(['1', '2', '3'].map((id) => after.callsOf(id)?.id)).toEqual(['1', '2', '3']);
});
