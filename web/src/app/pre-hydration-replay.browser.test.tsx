import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { serverHtml } from '../../testing/server-html.ts';
import { recordEarlyInput } from './pre-hydration-replay.ts';

const Filters = ({ onHydrated }: { onHydrated?: () => void }) => {
  const [isNew, setNew] = useState(false);
  const [order, setOrder] = useState('newest');
  const [price, setPrice] = useState('');
  const [presses, setPresses] = useState(0);
  useEffect(() => onHydrated?.(), [onHydrated]);
  return (
    <>
      <input type="checkbox" autoComplete="off" checked={isNew} onChange={(event) => setNew(event.target.checked)} />
      <select autoComplete="off" value={order} onChange={(event) => setOrder(event.target.value)}>
        <option>oldest</option>
        <option>newest</option>
      </select>
      <input type="text" autoComplete="off" value={price} onChange={(event) => setPrice(event.target.value)} />
      <button onClick={() => setPresses(presses + 1)}>Press</button>
      <output>{[isNew ? 'new' : 'all', order, price, presses].join(' ')}</output>
    </>
  );
};

const open = () => {
  const place = serverHtml(renderToString(<Filters />));
  const one = <E extends Element>(selector: string) => place.querySelector(selector) as E;
  let root: ReturnType<typeof hydrateRoot> | undefined;
  onTestFinished(() => {
    root?.unmount();
    place.remove();
  });
  return {
    box: one<HTMLInputElement>('[type=checkbox]'),
    order: one<HTMLSelectElement>('select'),
    price: one<HTMLInputElement>('[type=text]'),
    button: one<HTMLButtonElement>('button'),
    hydrate: () =>
      new Promise<void>((resolve) => {
        root = hydrateRoot(place, <Filters onHydrated={resolve} />);
      }),
    shown: () => one('output').textContent,
  };
};

it('what is entered before the first script, and between it and hydration, takes effect', async () => {
  const { box, order, price, button, hydrate, shown } = open();
  box.click();
  const replay = recordEarlyInput();
  await userEvent.selectOptions(order, 'oldest');
  await userEvent.type(price, '1.5');
  button.click();
  const hydrated = hydrate();
  replay.press();
  await hydrated;
  replay.fields();
  await expect.poll(shown).toBe('new oldest 1.5 1');
  expect(box.checked).toBe(true);
});

it('what is changed again while React already listens is not replayed over it', async () => {
  const { box, price, hydrate, shown } = open();
  const replay = recordEarlyInput();
  await userEvent.type(price, '1');
  const hydrated = hydrate();
  replay.press();
  await hydrated;
  await userEvent.type(price, '2');
  box.click();
  replay.fields();
  await expect.poll(shown).toBe('new newest 12 0');
});
