import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { SharpPicture } from './sharp-picture.tsx';

const FILE = document.createElement('canvas').toDataURL();

const show = () => {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const image = { preview: FILE, thumbhash: '', width: 4, height: 3 };
  root.render(<SharpPicture image={image} alt="A river" sizes="54vw" sharpSizes="92vw" isFirst />);
  return () => place.querySelector('img')?.sizes;
};
const touch = () => dispatchEvent(new Event('touchstart'));

it('a picture is drawn for less than its width first, and for its width once it is there and the reader is', async () => {
  const sizes = show();
  await expect.poll(sizes).toBeDefined();
  touch();
  await expect.poll(sizes).toBe('92vw');
});

it('a picture keeps its first file for a reader who saves data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  const sizes = show();
  await expect.poll(sizes).toBeDefined();
  touch();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sizes()).toBe('54vw');
});
