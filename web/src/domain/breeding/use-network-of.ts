import { useAllCurrencies } from '../reference/use-networks.ts';

/** The network of a currency; '' while unknown. */
export const useNetworkOf = (currencyUuid: string | undefined): string =>
  useAllCurrencies().find(({ uuid }) => uuid === currencyUuid)?.networkUuid ?? '';
