import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { serverHtml } from '../../testing/server-html.ts';
import { Check, Switch } from './check.tsx';

it.each([false, true])('a switch is seen where the system chooses the colours (on: %s)', async (isOn) => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { features: [] })));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <Switch isOn={isOn} onChange={() => {}}>
      On sale
    </Switch>,
  );
  const input = page.getByRole('switch', { name: 'On sale' });
  await expect.element(input).toBeInTheDocument();
  const track = input.element().nextElementSibling as HTMLElement;
  const knob = track.firstElementChild as HTMLElement;
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(getComputedStyle(track).borderTopWidth).toBe('1px');
  expect(colour(knob)).not.toBe(colour(track));
});

/** What the server rendered: nothing is hydrated. */
const render = (part: ReactNode) => {
  const place = serverHtml(renderToString(part));
  onTestFinished(() => place.remove());
  const input = place.querySelector('input') as HTMLInputElement;
  return { input, drawn: input.nextElementSibling?.firstElementChild as Element };
};

it('a checkbox that is ticked before the page is hydrated shows its check mark', async () => {
  const { input, drawn } = render(
    <Check isChecked={false} onChange={() => {}}>
      New
    </Check>,
  );
  expect(getComputedStyle(drawn).visibility).toBe('hidden');
  input.click();
  await expect.poll(() => getComputedStyle(drawn).visibility).toBe('visible');
});

it('a switch that is pressed before the page is hydrated turns', async () => {
  const { input, drawn } = render(
    <Switch isOn={false} onChange={() => {}}>
      On sale
    </Switch>,
  );
  const left = () => drawn.getBoundingClientRect().left;
  const before = left();
  input.click();
  await expect.poll(() => left() - before).toBe(16);
});
