import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';

/** A form with one field, which Enter submits even if no button of the form does. */
const openForm = async () => {
  const submit = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const show = (state: { isBusy?: boolean; disabled?: boolean } = {}) =>
    root.render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input aria-label="How many" />
        <Button type="submit" {...state}>
          Buy
        </Button>
      </form>,
    );
  show();
  const button = page.getByRole('button', { name: 'Buy' });
  await expect.element(button).toBeVisible();
  return { submit, show, button, field: page.getByLabelText('How many') };
};

it('a form is not submitted while its button is busy: by Enter in its only field, or by a press', async () => {
  const { submit, show, button, field } = await openForm();
  await field.click();
  await userEvent.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
  show({ isBusy: true });
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  (button.element() as HTMLButtonElement).click();
  expect(submit).toHaveBeenCalledTimes(1);
  show();
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await userEvent.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledTimes(2);
});

it('a button that is disabled while it has the focus keeps it, and submits nothing', async () => {
  const { submit, show, button } = await openForm();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  show({ disabled: true });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveFocus();
  expect(submit).not.toHaveBeenCalled();
});
