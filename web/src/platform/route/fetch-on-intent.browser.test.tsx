import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { serverHtml } from '../../../testing/server-html.ts';
import { fetchOnIntent } from './fetch-on-intent.ts';

it('the script of a page is fetched once somebody points at a link to it, or comes to it by keys, and again if it failed', async () => {
  const fetched: string[] = [];
  const pageOf = (path: string, isLost = false) => ({
    path,
    lazy: () => {
      fetched.push(path);
      return isLost ? Promise.reject(new Error('no connection')) : Promise.resolve({});
    },
  });
  onTestFinished(fetchOnIntent([pageOf('/nfts/:id'), pageOf('/artists'), pageOf('/lost', true)]));
  const place = serverHtml(
    '<a href="/nfts/1"><b>A work</b></a> <a href="/nfts/1">Again</a> <a href="/artists">Artists</a> <a href="/lost">Lost</a> <a href="https://elsewhere.example/artists">Elsewhere</a>',
  );
  onTestFinished(() => place.remove());
  const [work, again, artists, lost, elsewhere] = place.querySelectorAll('a');
  for (const one of [place, elsewhere, work?.querySelector('b'), again]) await userEvent.hover(one as Element);
  expect(fetched).toEqual(['/nfts/:id']);
  artists?.focus();
  expect(fetched).toEqual(['/nfts/:id', '/artists']);
  await userEvent.hover(lost as Element);
  await userEvent.hover(work as Element);
  await userEvent.hover(lost as Element);
  expect(fetched).toEqual(['/nfts/:id', '/artists', '/lost', '/lost']);
});
