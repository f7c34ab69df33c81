import { LANGUAGE, type Language } from '@skarb/schema/language';
import { AMOUNT_DECIMALS_SHOWN } from '@skarb/schema/limits';

/** An amount in the language's format with at most four decimals; smaller positive amounts read `< 0.0001`, not 0. */
export const amountText = (amount: string, language: Language): string => {
  const format = new Intl.NumberFormat(LANGUAGE[language].locale, { maximumFractionDigits: AMOUNT_DECIMALS_SHOWN });
  const smallest = 1 / 10 ** AMOUNT_DECIMALS_SHOWN;
  // Intl formats the string itself: a float would lose digits.
  return /[1-9]/.test(amount) && Number(amount) < smallest
    ? `< ${format.format(smallest)}`
    : format.format(amount as unknown as number);
};
