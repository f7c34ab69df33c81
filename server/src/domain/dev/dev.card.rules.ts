/** The possible outcomes of a payment with the demo card: the buyer selects one. */
export const OUTCOMES = ['success', 'slow', 'declined', 'refunded'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The input of the card form. */
export type CardForm = { number: string; expiry: string; cvc: string; outcome: Outcome };
export type CardFault = 'number' | 'expiry' | 'cvc';

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
const hasRightDigit = (digits: string): boolean =>
  [...digits]
    .reverse()
    .map(Number)
    .map((digit, index) => (index % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit))
    .reduce((sum, digit) => sum + digit, 0) %
    10 ===
  0;

/** The time at which a card expires: the end of its month. Null for an invalid date. */
const endOf = (expiry: string): number | null => {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null;
  return Date.UTC(Number(year.length === 2 ? `20${year}` : year), Number(month), 1);
};

/** Parses the submitted form; accepts any input. */
export const readForm = (text: string): CardForm => {
  const sent = new URLSearchParams(text);
  const of = (name: string) => (sent.get(name) ?? '').slice(0, 40);
  return {
    number: of('number'),
    expiry: of('expiry'),
    cvc: of('cvc'),
    outcome: OUTCOMES.find((one) => one === sent.get('outcome')) ?? 'success',
  };
};

/** The invalid fields of a card, as far as a form can check them. */
export const faultsOf = ({ number, expiry, cvc }: CardForm, now: number): CardFault[] => {
  const digits = number.replace(/[\s-]/g, '');
  const end = endOf(expiry);
  return [
    ...(/^\d{13,19}$/.test(digits) && hasRightDigit(digits) ? [] : (['number'] as const)),
    ...(end !== null && end > now ? [] : (['expiry'] as const)),
    ...(/^\d{3,4}$/.test(cvc.trim()) ? [] : (['cvc'] as const)),
  ];
};
