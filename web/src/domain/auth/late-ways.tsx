import type { WayIn } from '@skarb/schema/account';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { Check } from '../../ui/check.tsx';
import { useMethodName } from './method-name.ts';

type Props = {
  ways: readonly WayIn[];
  /** The ids of the chosen ones. */ removed: readonly string[];
  onChange: (removed: string[]) => void;
};

/**
 * The sign-in methods that an account got lately, to remove together with the old password: whoever knew that password
 * may have added one of them. Renders nothing if there are none.
 */
export const LateWays = ({ ways, removed, onChange }: Props) => {
  const { t } = useTranslation();
  const nameOf = useMethodName();
  if (ways.length === 0) return null;
  return (
    <fieldset className="rounded-2xl bg-ink-800 p-4">
      <legend className="float-left mb-2 text-ink-50">{t('auth.resetPassword.late')}</legend>
      <div className="clear-both flex flex-col">
        {ways.map((way) => {
          const words = (
            <span className="min-w-0">
              <span className="block wrap-anywhere">{[nameOf(way.kind), way.label].filter(Boolean).join(' · ')}</span>
              {way.addedAt && (
                <span className="block text-sm text-ink-400">
                  {t('settings.ways.added')} <When at={way.addedAt} form="exact" />
                </span>
              )}
            </span>
          );
          return (
            <Check
              key={way.id}
              isChecked={removed.includes(way.id)}
              onChange={(isChecked) =>
                onChange(isChecked ? [...removed, way.id] : removed.filter((id) => id !== way.id))
              }
            >
              {words}
            </Check>
          );
        })}
      </div>
    </fieldset>
  );
};
