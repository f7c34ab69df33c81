import { expect, it, onTestFinished, vi } from 'vitest';
import { aUser } from '../../../testing/examples.ts';
import { button, header, openApp, seen } from '../../../testing/open-app.tsx';
import { accountList } from './account-list.ts';

/** What this tab sees of a change in another one. */
const changeElsewhere = (key: string | null, value: string | null = null) => {
  if (key !== null && value === null) localStorage.removeItem(key);
  else if (key !== null && value !== null) localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
};

it('a list reports what another tab changes in it, not what it changes in others, until nobody listens', () => {
  onTestFinished(() => localStorage.clear());
  const list = accountList<{ id: string }>(localStorage, 'skarb.test.', 5);
  const listener = vi.fn<() => void>();
  const stop = list.subscribe(listener);
  changeElsewhere('skarb.test.ann', '[{"id":"1"}]');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(list.list('Ann')).toEqual([{ id: '1' }]);
  changeElsewhere('skarb.other.ann', '[{"id":"2"}]');
  expect(listener).toHaveBeenCalledTimes(1);
  changeElsewhere(null);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  changeElsewhere('skarb.test.ann');
  expect(listener).toHaveBeenCalledTimes(2);
});

it('the cart in the header counts a sale that another tab puts into it', async () => {
  const user = aUser();
  const key = `skarb.cart.${user.uuid}`;
  localStorage.setItem(key, '[{"id":"1","quantity":1,"price":"1"}]');
  await openApp('/nfts', { user });
  await seen(button(header(), 'Cart: 1 work'));
  changeElsewhere(key, '[{"id":"2","quantity":1,"price":"1"},{"id":"1","quantity":1,"price":"1"}]');
  await seen(button(header(), 'Cart: 2 works'));
  changeElsewhere(key);
  await expect.element(header().getByRole('button', { name: /^Cart/ })).not.toBeInTheDocument();
});
