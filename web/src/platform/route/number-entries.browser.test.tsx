import { createBrowserRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { numberEntries } from './number-entries.ts';

it('Back across an entry that the browser added can still be blocked', async () => {
  const start = location.href;
  const complain = vi.spyOn(console, 'warn');
  const router = numberEntries(() => createBrowserRouter([{ path: '*', element: null }]));
  router.getBlocker('form', () => false);
  const link = Object.assign(document.createElement('a'), { href: '#part' });
  document.body.append(link);
  await router.navigate('/first');
  link.click();
  await expect.poll(() => router.state.location.hash).toBe('#part');
  expect(history.state).toMatchObject({ idx: 2 });
  await router.navigate('/second');
  const isBlocked = () => router.state.blockers.get('form')?.state === 'blocked';
  router.getBlocker('form', () => true);
  history.back();
  await expect.poll(isBlocked).toBe(true);
  expect(location.pathname).toBe('/second');
  expect(complain).not.toHaveBeenCalled();
  router.deleteBlocker('form');
  router.dispose();
  link.remove();
  history.replaceState(null, '', start);
});
