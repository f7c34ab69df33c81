import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { hydratedLater } from './hydrated-later.tsx';

it('a part that is hydrated later is in the HTML of the server once its page has loaded it', async () => {
  const Part = hydratedLater(() => Promise.resolve(({ name }: { name: string }) => <p>{name}</p>));
  await Part.preload();
  expect(renderToString(<Part name="a late section" />)).toContain('<p>a late section</p>');
});
