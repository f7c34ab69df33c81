import { useEffect, useState, type ComponentType } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { serverHtml } from '../../testing/server-html.ts';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { pageHydrated, ScreenHydrated } from '../platform/lazy/hydration.tsx';
import { replayLateInput } from './replay-late-input.ts';

const Late = () => {
  const [count, setCount] = useState(0);
  const [ticked, setTicked] = useState<string[]>([]);
  const [price, setPrice] = useState('');
  const [order, setOrder] = useState('new');
  const [applied, apply] = useState('nothing');
  const [left, setLeft] = useState('');
  return (
    <>
      <Link to="/auctions">All auctions</Link>
      <button onClick={() => setCount(count + 1)}>Pressed {count}</button>
      {['Edition', 'Single'].map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={ticked.includes(type)}
            onChange={(event) =>
              setTicked(event.target.checked ? [...ticked, type] : ticked.filter((one) => one !== type))
            }
          />
          {type}
        </label>
      ))}
      <select value={order} onChange={(event) => setOrder(event.target.value)}>
        <option>new</option>
        <option>old</option>
      </select>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply(price);
        }}
      >
        <input
          type="text"
          value={price}
          onChange={(event) => setPrice(event.target.value)}
          onBlur={() => setLeft(`left at ${price}`)}
        />
        <button>Apply</button>
      </form>
      <output>{[...ticked, order, applied, left].filter(Boolean).join(' ')}</output>
    </>
  );
};

/** Says that what is around the part is hydrated. */
const Around = ({ onHydrated }: { onHydrated: () => void }) => {
  useEffect(onHydrated, [onHydrated]);
  return null;
};

/** A page of the server with a part whose script has not arrived. */
const openLatePage = async () => {
  let onHydrated = () => {};
  // Of this page: the other tests of the browser's page have hydrated screens before.
  const isAroundHydrated = new Promise<void>((resolve) => (onHydrated = resolve));
  const appOf = (Part: ComponentType) => {
    const screen = (
      <>
        <Part />
        <ScreenHydrated />
        <Around onHydrated={onHydrated} />
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
  const endReplay = replayLateInput(place);
  await isAroundHydrated;
  // What a dialog does: from then on, React listens at the body, too.
  const dialogs = createRoot(document.createElement('div'));
  flushSync(() => dialogs.render(createPortal(<i />, document.body)));
  const documents: string[] = [];
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    if (!event.cancelBubble || event.defaultPrevented || !target.closest('a')) return;
    documents.push(target.textContent ?? '');
    event.preventDefault();
  };
  // The last listener of a click that React stopped: the page of the tests must not leave.
  const listenLast = () => {
    for (const element of [document.body, place]) {
      element.removeEventListener('click', onClick, true);
      element.addEventListener('click', onClick, true);
    }
  };
  addEventListener('click', listenLast, true);
  onTestFinished(() => {
    removeEventListener('click', listenLast, true);
    endReplay();
    document.body.removeEventListener('click', onClick, true);
    dialogs.unmount();
    root.unmount();
    place.remove();
  });
  const [link, button] = ['a', 'button'].map((name) => place.querySelector<HTMLElement>(name)) as HTMLElement[];
  if (!link || !button) throw new Error('The late part is not in the HTML');
  return { router, place, link, button, documents, arrive };
};

it('a press on a link of a part that is not hydrated yet navigates inside the app once the part is', async () => {
  const { router, place, link, documents, arrive } = await openLatePage();
  link.click();
  link.click();
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
  link.click();
  button.click();
  arrive();
  await expect.poll(() => button.textContent).toBe('Pressed 1');
  // The press before it no longer counts.
  expect(router.state.location.pathname).toBe('/');
});

it('a press with a key that opens a new tab is left to the browser', async () => {
  const { router, link, documents, arrive } = await openLatePage();
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(documents).toEqual(['All auctions']);
  arrive();
  // React leaves its properties on an element that it has hydrated.
  await expect.poll(() => Object.keys(link).some((key) => key.startsWith('__react'))).toBe(true);
  await pageHydrated();
  expect(router.state.location.pathname).toBe('/');
});

it('boxes that are ticked, and what is chosen and typed, in a part that is not hydrated yet take effect once the part is', async () => {
  const { place, arrive } = await openLatePage();
  const boxes = [...place.querySelectorAll('label')];
  for (const box of boxes) box.click();
  // They show it at once.
  expect(boxes.map((box) => box.querySelector('input')?.checked)).toEqual([true, true]);
  const order = place.querySelector('select') as HTMLSelectElement;
  await userEvent.selectOptions(order, 'old');
  await userEvent.type(place.querySelector('[type=text]') as Element, '1.5{Enter}');
  arrive();
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('Edition Single old 1.5');
  expect(boxes.map((box) => box.querySelector('input')?.checked)).toEqual([true, true]);
});

it('a box that is ticked and cleared again before its part is hydrated stays as it was', async () => {
  const { place, arrive } = await openLatePage();
  const [edition, single] = place.querySelectorAll('label');
  edition?.click();
  single?.click();
  edition?.click();
  arrive();
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('Single new nothing');
  expect(edition?.querySelector('input')?.checked).toBe(false);
});

it('what is entered in a part whose script takes long is kept for it; a link is left to the browser', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { place, link, documents, arrive } = await openLatePage();
  place.querySelector('label')?.click();
  link.click();
  vi.advanceTimersByTime(5000);
  await expect.poll(() => documents).toEqual(['All auctions']);
  arrive();
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('Edition new nothing');
});

it('a field that was left before its part is hydrated acts as when it is left', async () => {
  const { place, button, arrive } = await openLatePage();
  await userEvent.type(place.querySelector('[type=text]') as Element, '1.5');
  button.focus();
  arrive();
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('new nothing left at 1.5');
});
