import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { useHasInteracted } from '../platform/lazy/use-has-interacted.ts';
import { SharpPicture } from './sharp-picture.tsx';

const FILE = document.createElement('canvas').toDataURL();

const Noticed = () => useHasInteracted() && <p>noticed</p>;

const show = () => {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const image = { preview: FILE, thumbhash: '', width: 4, height: 3 };
  const render = (alt: string) =>
    root.render(
      <>
        <SharpPicture image={image} alt={alt} sizes="54vw" sharpSizes="92vw" isFirst />
        <Noticed />
      </>,
    );
  render('A river');
  return { render, place, picture: () => place.querySelector('img'), sizes: () => place.querySelector('img')?.sizes };
};
const touch = () => dispatchEvent(new Event('touchstart'));

it('a picture is drawn for less than its width first, and for its width once it is there and the reader is', async () => {
  const { sizes } = show();
  await expect.poll(sizes).toBeDefined();
  touch();
  await expect.poll(sizes).toBe('92vw');
});

it('a picture keeps its first file for a reader who saves data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  const { sizes, picture, place, render } = show();
  await expect.poll(() => picture()?.complete).toBe(true);
  touch();
  await expect.poll(() => place.textContent).toBe('noticed');
  // React does what the effects asked for before, or together with, a later change.
  render('A lake');
  await expect.poll(() => picture()?.alt).toBe('A lake');
  expect(sizes()).toBe('54vw');
});
