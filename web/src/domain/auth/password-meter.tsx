import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/class-name.ts';
import type { strengthOf } from './password-strength.ts';

type Estimate = typeof strengthOf;
const STEPS = [0, 1, 2, 3] as const;
const LOOK = ['bg-red-400', 'bg-red-400', 'bg-gold-400', 'bg-green-400', 'bg-green-400'] as const;

/** How strong a password is as it is typed: a bar to see, words to read and hear. It advises and forbids nothing. */
export const PasswordMeter = ({ password, own }: { password: string; own: readonly string[] }) => {
  const { t } = useTranslation();
  const label = useId();
  const [estimate, setEstimate] = useState<{ of: Estimate }>();
  const isWanted = password !== '';
  useEffect(() => {
    if (!isWanted || estimate) return;
    // Without it a password is chosen just as well.
    void import('./password-strength.ts').then(
      (loaded) => setEstimate({ of: loaded.strengthOf }),
      () => {},
    );
  }, [isWanted, estimate]);
  const typed = useDeferredValue(password);
  const strength = typed === '' ? undefined : estimate?.of(typed, own);
  // One step is lit for the weakest too: an empty bar would say that nothing was measured.
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
