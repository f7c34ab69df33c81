import { useContext, useState, type ComponentProps, type SyntheticEvent } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { SentForm } from './field-frame.tsx';
import { TextField } from './field.tsx';

/** A date and a time. In a form that was sent it says if it is typed in part: the browser reports no value then. */
export const DateField = ({ error, onChange, ...props }: Omit<ComponentProps<typeof TextField>, 'type'>) => {
  const { t } = useTranslation();
  const isSent = useContext(SentForm);
  // While the value stays '', typing has no event of a change, only those of its keys.
  const [isPartial, setPartial] = useState(false);
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setPartial(currentTarget.validity.badInput);
  return (
    <TextField
      // More digits of a year than `Date.parse` takes cannot be typed.
      max="9999-12-31T23:59"
      {...props}
      type="datetime-local"
      error={isSent && isPartial ? t('app.partDate') : error}
      onChange={(event) => {
        look(event);
        onChange?.(event);
      }}
      onKeyUp={look}
      onInvalid={look}
    />
  );
};
