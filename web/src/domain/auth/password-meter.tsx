import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import type { strengthOf } from './password-strength.ts';

type Estimate = typeof strengthOf;
const STEPS = [0, 1, 2, 3] as const;
const LOOK = ['bg-red-400', 'bg-red-400', 'bg-gold-400', 'bg-green-400', 'bg-green-400'] as const;

/** The strength of a password while it is typed: a bar and its text. It advises and never blocks. */
export const PasswordMeter = ({ password, own }: { password: string; own: readonly string[] }) => {
  const { t } = useTranslation();
  const label = useId();
  const [estimate, setEstimate] = useState<{ of: Estimate }>();
  const isWanted = password !== '';
  useEffect(() => {
    if (!isWanted || estimate) return;
    // Optional: without the word lists the form works as well.
    void import('./password-strength.ts').then(
      (loaded) => setEstimate({ of: loaded.strengthOf }),
      () => {},
    );
  }, [isWanted, estimate]);
  const typed = useDeferredValue(password);
  const strength = typed === '' ? undefined : estimate?.of(typed, own);
  // The weakest password lights one step too: an empty bar would look like "not measured".
  const lit = strength ? Math.max(1, strength.score) : 0;
  return (
    <div className="-mt-3 flex min-h-5 items-center gap-3 text-sm">
      <div aria-hidden className="flex w-24 shrink-0 gap-1" data-strength={strength?.score}>
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx('h-1.5 flex-1 rounded-full', step < lit ? LOOK[strength?.score ?? 0] : 'bg-ink-700')}
          />
        ))}
      </div>
      <span id={label} className="sr-only">
        {t('auth.strength.label')}
      </span>
      <p role="status" aria-labelledby={label} className="min-w-0 text-ink-200">
        {strength && t(`auth.strength.${strength.refused ?? strength.score}`)}
      </p>
    </div>
  );
};
