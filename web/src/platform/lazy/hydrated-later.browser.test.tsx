import { useEffect, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { serverHtml } from '../../../testing/server-html.ts';
import { hydratedLater } from './hydrated-later.tsx';
import { pageHydrated, ScreenHydrated } from './hydration.tsx';

const Late = () => <p>a late part</p>;
const Page = ({ Part, onMount }: { Part: ComponentType; onMount?: () => void }) => {
  useEffect(() => onMount?.(), [onMount]);
  return (
    <>
      <Part />
      <ScreenHydrated />
    </>
  );
};

it('the page is hydrated once its late parts are, which keep the HTML of the server', async () => {
  const Rendered = hydratedLater(() => Promise.resolve(Late));
  await Rendered.preload();
  const place = serverHtml(renderToString(<Page Part={Rendered} />));
  const html = place.querySelector('p');

  let arrive = () => {};
  const script = new Promise<ComponentType>((resolve) => (arrive = () => resolve(Late)));
  const InBrowser = hydratedLater(() => script);
  const faults: unknown[] = [];
  let root: ReturnType<typeof hydrateRoot> | undefined;
  onTestFinished(() => {
    root?.unmount();
    place.remove();
  });
  await new Promise<void>((resolve) => {
    root = hydrateRoot(place, <Page Part={InBrowser} onMount={resolve} />, {
      onRecoverableError: (fault) => faults.push(fault),
    });
  });
  let isHydrated = false;
  void pageHydrated().then(() => (isHydrated = true));
  dispatchEvent(new Event('focusin'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isHydrated).toBe(false);
  arrive();
  await expect.poll(() => isHydrated).toBe(true);
  expect(place.querySelector('p')).toBe(html);
  expect(faults).toEqual([]);
});

it('a late part keeps the HTML of the server while its props change, and shows them once its script has arrived', async () => {
  const Price = ({ price }: { price: string }) => <p>{price}</p>;
  const Rendered = hydratedLater(() => Promise.resolve(Price));
  await Rendered.preload();
  const place = serverHtml(renderToString(<Rendered price="1 ETH" />));
  const html = place.querySelector('p');

  let arrive = () => {};
  const script = new Promise<typeof Price>((resolve) => (arrive = () => resolve(Price)));
  const InBrowser = hydratedLater(() => script);
  const Sale = ({ onMount }: { onMount: (setPrice: (price: string) => void) => void }) => {
    const [price, setPrice] = useState('1 ETH');
    useEffect(() => onMount(setPrice), [onMount]);
    return <InBrowser price={price} />;
  };
  let root: ReturnType<typeof hydrateRoot> | undefined;
  onTestFinished(() => {
    root?.unmount();
    place.remove();
  });
  const setPrice = await new Promise<(price: string) => void>((resolve) => {
    root = hydrateRoot(place, <Sale onMount={resolve} />);
  });
  flushSync(() => setPrice('2 ETH'));
  expect(place.querySelector('p')).toBe(html);
  arrive();
  await expect.poll(() => place.querySelector('p')?.textContent).toBe('2 ETH');
  expect(place.querySelector('p')).toBe(html);
});
