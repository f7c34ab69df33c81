import { expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { aUser } from '../../testing/examples.ts';
import { button, openApp } from '../../testing/open-app.tsx';

/** The phone number of the settings, with the caret where `|` is. */
const openPhone = async (text: string) => {
  await openApp('/settings', { user: aUser() });
  await button(page.getByRole('region', { name: 'Account', exact: true }), 'Add a number').click();
  const phone = page.getByLabelText('Phone number');
  await phone.fill(text.replace('|', ''));
  await expect.element(phone).toHaveFocus();
  const input = phone.element() as HTMLInputElement;
  expect(input.value, 'is grouped as it is written here').toBe(text.replace('|', ''));
  input.setSelectionRange(text.indexOf('|'), text.indexOf('|'));
  return input;
};
const shown = (input: HTMLInputElement): string => {
  const { value, selectionStart, selectionEnd } = input;
  expect(selectionEnd).toBe(selectionStart);
  return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
};

it.each([
  ['+380 44 1|45 67', '23', '+380 44 123| 45 67'],
  ['+380 44| 145 67', '2', '+380 44 2|14 56 7'],
  ['+380 44 145 67|', '89', '+380 44 145 67 89|'],
  ['+380 44 1|45 67', 'x', '+380 44 1|45 67'],
  ['+380 44 123| 45 67', '{Backspace}{Backspace}', '+380 44 1|45 67'],
  // A space returns by itself: each key goes on behind it.
  ['+380 44 |123 45 67', '{Backspace}{Backspace}', '+380 4|1 234 56 7'],
  ['+380 44| 123 45 67', '{Delete}{Delete}', '+380 44 |234 56 7'],
  ['+380 44 1|23 45 67', '{Delete}', '+380 44 1|34 56 7'],
  ['|+380 44 123', '{Delete}{Delete}', '+|804 41 23'],
])('the caret of a phone number stays where somebody types: %s, then %s', async (text, keys, expected) => {
  const input = await openPhone(text);
  await userEvent.keyboard(keys);
  expect(shown(input)).toBe(expected);
});

it('the caret of a phone number is behind the digits that were pasted into it', async () => {
  const input = await openPhone('+380 44 1|45 67');
  const source = Object.assign(document.createElement('textarea'), { value: ' 2-3 ' });
  input.parentElement?.append(source);
  source.select();
  await userEvent.copy();
  source.remove();
  input.focus();
  input.setSelectionRange(9, 9);
  await userEvent.paste();
  expect(shown(input)).toBe('+380 44 123| 45 67');
});

it('a phone number that the browser fills in is grouped and takes no focus', async () => {
  const input = await openPhone('+380 44 1|45 67');
  input.blur();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '0671234567');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => input.value).toBe('+067 12 345 67');
  expect(document.activeElement).not.toBe(input);
});

it('the digits of an input method go where the caret is', async () => {
  const input = await openPhone('+380 44 1|45 67');
  for (const text of ['2', '23'])
    await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await cdp().send('Input.insertText', { text: '23' });
  expect(shown(input)).toBe('+380 44 123| 45 67');
});
