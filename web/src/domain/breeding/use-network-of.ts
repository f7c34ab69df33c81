import { useCurrencies } from '../reference/use-networks.ts';

/** The network whose money a currency is; '' while unknown. */
export const useNetworkOf = (currencyUuid: string | undefined): string =>
  useCurrencies().find(({ uuid }) => uuid === currencyUuid)?.networkUuid ?? '';
