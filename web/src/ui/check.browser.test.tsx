import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Switch } from './check.tsx';

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
