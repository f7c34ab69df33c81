import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../auth/form-failure.tsx';

/** The end of a form: the error, and the button, highlighted once there is something to save. */
export const SaveRow = ({
  isDirty,
  isBusy,
  failure,
  label,
  onUndo,
  onCancel,
}: {
  isDirty: boolean;
  isBusy: boolean;
  failure: string | undefined;
  label?: string;
  /** Resets the form; offered once something has changed. */ onUndo?: () => void;
  /** Closes the form. */ onCancel?: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <FormFailure words={failure} isBusy={isBusy} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={isDirty ? 'contained' : 'outlined'} isBusy={isBusy}>
          {label ?? t('settings.save')}
        </Button>
        {isDirty && onUndo && !isBusy && (
          <Button variant="outlined" onClick={onUndo}>
            {t('settings.undo')}
          </Button>
        )}
        {onCancel && (
          <Button variant="outlined" onClick={onCancel}>
            {t('settings.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
};
