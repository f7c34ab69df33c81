import { useState, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { serverHtml } from '../../testing/server-html.ts';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { ScreenHydrated } from '../platform/lazy/hydration.tsx';
import { replayLateClicks } from './replay-late-click.ts';

const Late = () => {
  const [count, setCount] = useState(0);
  return (
    <>
      <Link to="/auctions">All auctions</Link>
      <button onClick={() => setCount(count + 1)}>Pressed {count}</button>
    </>
  );
};

/** A page of the server with a part whose script has not arrived. */
const openLatePage = async () => {
  const appOf = (Part: ComponentType) => {
    const screen = (
      <>
        <Part />
        <ScreenHydrated />
      </>
    );
    const routes = [
      { path: '/', element: screen },
      { path: '/auctions', element: <h1>Auctions</h1> },
    ];
    const router = createMemoryRouter(routes, { hydrationData: {} });
    return { router, app: <RouterProvider router={router} /> };
  };
  const Rendered = hydratedLater(() => Promise.resolve(Late));
  await Rendered.preload();
  const place = serverHtml(renderToString(appOf(Rendered).app));
  let arrive = () => {};
  const script = new Promise<ComponentType>((resolve) => (arrive = () => resolve(Late)));
  const { router, app } = appOf(hydratedLater(() => script));
  const root = hydrateRoot(place, app);
  replayLateClicks(place);
  const documents: string[] = [];
  const onClick = (event: MouseEvent) => {
    if (!event.cancelBubble || event.defaultPrevented) return;
    documents.push((event.target as Element).textContent ?? '');
    event.preventDefault();
  };
  // The last listener of a click that React stopped: the page of the tests must not leave.
  place.addEventListener('click', onClick, true);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const [link, button] = ['a', 'button'].map((name) => place.querySelector<HTMLElement>(name)) as HTMLElement[];
  if (!link || !button) throw new Error('The late part is not in the HTML');
  return { router, place, link, button, documents, arrive };
};

it('a press on a link of a part that is not hydrated yet navigates inside the app once the part is', async () => {
  const { router, place, link, documents, arrive } = await openLatePage();
  await userEvent.click(link);
  await userEvent.click(link);
  expect(documents).toEqual([]);
  expect(router.state.location.pathname).toBe('/');
  arrive();
  await expect.poll(() => place.textContent).toBe('Auctions');
  // Pressed twice, gone to once.
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe('/');
});

it('a press on a button of a part that is not hydrated yet takes effect once the part is', async () => {
  const { button, link, router, arrive } = await openLatePage();
  await userEvent.click(link);
  await userEvent.click(button);
  arrive();
  await expect.poll(() => button.textContent).toBe('Pressed 1');
  // The press before it no longer counts.
  expect(router.state.location.pathname).toBe('/');
});

it('a press with a key that opens a new tab is left to the browser', async () => {
  const { router, link, documents, arrive } = await openLatePage();
  await userEvent.click(link, { modifiers: ['ControlOrMeta'] });
  expect(documents).toEqual(['All auctions']);
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(router.state.location.pathname).toBe('/');
});
