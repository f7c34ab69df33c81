import { expect, it } from 'vitest';
import { failureRecordStore, type FailureRecord } from './failure-record-store.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const record = (id: string): FailureRecord => ({
  id,
  at: '2026-11-21T10:00:00Z',
  key: 'purchase:1',
  stepId: 'purchase',
  code: 'chain.sold',
  chainId: 80001,
});

it('keeps the failure records of each account separately, the newest first, until they are dismissed', () => {
  const storage = memory();
  const store = failureRecordStore(storage);
  let news = 0;
  store.subscribe(() => news++);
  store.keep('0xAB', record('1'));
  store.keep('0xab', record('2'));
  store.keep('0xcd', record('3'));
  expect(
    failureRecordStore(storage)
      .list('0xAb')
      .map(({ id }) => id),
  ).toEqual(['2', '1']);
  store.keep('0xab', { ...record('1'), fee: '21000' });
  expect(store.list('0xab').map(({ id, fee }) => [id, fee])).toEqual([
    ['1', '21000'],
    ['2', undefined],
  ]);
  store.drop('0xab', '1');
  store.drop('0xab', '2');
  expect(store.list('0xab')).toEqual([]);
  expect([...storage.kept.keys()]).toEqual(['skarb.receipts.0xcd']);
  expect(news).toBe(6);
});

it('returns the same list while nothing changes, and keeps twenty records', () => {
  const store = failureRecordStore(memory());
  for (let id = 1; id <= 25; id++) store.keep('0xab', record(String(id)));
  expect(store.list('0xab')).toHaveLength(20);
  expect(store.list('0xab')[0]?.id).toBe('25');
  expect(store.list('0xab')).toBe(store.list('0xab'));
});

it.each(['no json', '{}', '[null, 1, {"id":7}]'])('reads %s in the storage as no failure records', (text) => {
  const storage = memory();
  storage.setItem('skarb.receipts.0xab', text);
  expect(failureRecordStore(storage).list('0xab')).toEqual([]);
});
