import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogAction } from '../../ui/dialog-action.tsx';
import { SentForm } from '../../ui/field-frame.tsx';

/**
 * A dialog with a small form: the error is shown above its buttons, what was typed is kept, and the first field that is
 * refused, missing or typed in part gets the focus.
 */
export const FormDialog = ({
  title,
  description,
  submit,
  isBusy,
  failure,
  aside,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  description?: string;
  /** Text of the submit button; none if there is nothing to save. */
  submit?: string | undefined;
  isBusy: boolean;
  failure: string | undefined;
  /** Another action, at the other end of the button row. */
  aside?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // To the first field that an answer refuses, or the form itself before it sends anything.
  useEffect(() => {
    if (!isBusy) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isBusy, tries]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog may be within the form of another one, to which React would hand its event on.
    event.stopPropagation();
    if (isBusy) return;
    setTries(tries + 1);
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
        'input, textarea, select',
      ) ?? []),
    ];
    const isMissing = fields.some(({ required, value, disabled }) => required && !disabled && value.trim() === '');
    // A date that was typed in part has the value '', as if it had been left empty.
    const partial = fields.filter(({ willValidate, validity }) => willValidate && validity.badInput);
    // Dispatches `invalid`, by which the field knows: typing in part changes no value.
    for (const field of partial) field.checkValidity();
    if (!isMissing && partial.length === 0) onSubmit();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description} keepsInput>
      <form ref={form} onSubmit={send} noValidate className="flex flex-col gap-5 pt-2">
        <SentForm value={tries > 0}>{children}</SentForm>
        <DialogAction refusal={failure}>
          <div className="flex flex-wrap items-center gap-3">
            {aside}
            <div className="ml-auto flex flex-wrap gap-3">
              <Button variant="outlined" onClick={onClose}>
                {t('admin.cancel')}
              </Button>
              {submit && (
                <Button type="submit" isBusy={isBusy}>
                  {submit}
                </Button>
              )}
            </div>
          </div>
        </DialogAction>
      </form>
    </Dialog>
  );
};
