import type { TokenDetail } from '@skarb/schema/token';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { priceWrong, type SaleForm } from '../offer.form.ts';
import { useClearRefusal } from '../use-clear-refusal.ts';
import type { Plan } from './preflight.plans.ts';
import { PreflightCard } from './preflight-card.tsx';
import { usePreflight } from './use-preflight.ts';

/**
 * The pre-flight check of a seller who offers the typed number of units; none while the price, that number or a chosen
 * date is missing: nothing is known to work before the form is filled.
 * @param available units the viewer may offer
 */
export const useUnitsPreflight = (
  { control, setValue }: UseFormReturn<SaleForm>,
  {
    type,
    available,
    decimalsOf,
    isOpen,
    dismiss,
  }: {
    type: TokenDetail['type'];
    available: number;
    decimalsOf: (currencyUuid: string) => number;
    /** Whether the form is visible. */ isOpen: boolean;
    /** Clears an earlier refusal. */ dismiss: () => void;
  },
  planOf: (units: number) => Plan,
) => {
  const terms = useWatch({ control });
  const units = type === 'ERC1155' ? Number(terms.quantity) : 1;
  const isPriced = !priceWrong(terms.price ?? '', decimalsOf(terms.currencyUuid ?? ''));
  const isDated = terms.term !== 'custom' || !!terms.endsAt;
  const isPlanned = isOpen && isPriced && isDated && Number.isInteger(units) && units >= 1 && units <= available;
  const flight = usePreflight(isPlanned ? planOf(units) : null);
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
