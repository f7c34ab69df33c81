import { createContext, useContext, type ReactNode } from 'react';
import { Fiat } from './fiat.tsx';

const IsShown = createContext(false);

/**
 * Shows prices in the reader's currency on the cards inside: in a list by price, where amounts in several currencies would
 * look unsorted.
 */
export const FiatOnCards = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <IsShown value={isShown}>{children}</IsShown>
);

/** A card's price in the reader's currency, where the list shows it. */
export const CardFiat = ({ amount, currency }: { amount: string; currency: string }) =>
  useContext(IsShown) && <Fiat amount={amount} currency={currency} className="num text-sm text-ink-400" />;
