import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { SaleForm } from '../offer.form.ts';
import { useClearRefusal } from '../use-clear-refusal.ts';
import type { Plan } from './preflight.plans.ts';
import { PreflightCard } from './preflight-card.tsx';
import { usePreflight } from './use-preflight.ts';

/**
 * The pre-flight check of a seller who offers the typed number of units; none while the form is incomplete or has an error
 * that pressing the button would show: nothing is known to work before.
 */
export const useUnitsPreflight = (
  { control, setValue }: UseFormReturn<SaleForm>,
  {
    schema,
    isOpen,
    dismiss,
  }: {
    /** Validates the form. */ schema: { safeParse: (terms: unknown) => { success: boolean } };
    /** Whether the form is visible. */ isOpen: boolean;
    /** Clears an earlier refusal. */ dismiss: () => void;
  },
  planOf: (units: number) => Plan,
) => {
  const terms = useWatch({ control });
  const isPlanned = isOpen && schema.safeParse(terms).success;
  const flight = usePreflight(isPlanned ? planOf(Number(terms.quantity)) : null);
  useClearRefusal(flight, [terms], dismiss);
  const card = (
    <PreflightCard
      flight={flight}
      permission="work"
      isIdle={!isPlanned}
      onQuantity={(left) => setValue('quantity', String(left))}
    />
  );
  return { isClear: flight.isClear, card };
};
