import type { Currency, Network } from '@skarb/schema/reference';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { currenciesQuery, networksQuery } from './reference.query.ts';

export const useNetworks = (): Network[] => useQuery(networksQuery).data ?? [];

/** The marketplace's own network; undefined while it is not known. */
export const useRunningNetwork = (): Network | undefined => useNetworks().find(({ isRunning }) => isRunning);

/** All currencies of one network, the default first: also those that are switched off, which existing offers are paid in. */
export const useAllCurrencies = (networkUuid?: string): Currency[] =>
  (useQuery(currenciesQuery).data ?? [])
    .filter((currency) => !networkUuid || currency.networkUuid === networkUuid)
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));

/** Currencies of one network in which a new price can be, the default first. */
export const useCurrencies = (networkUuid?: string): Currency[] =>
  useAllCurrencies(networkUuid).filter(({ isEnabled }) => isEnabled);

/** @throws ApiError; Error if the marketplace does not know the chain */
export const networkOf = async (client: QueryClient, chainId: number): Promise<Network> => {
  const network = (await client.ensureQueryData(networksQuery)).find((one) => one.chainId === chainId);
  if (!network) throw new Error(`no network ${chainId}`);
  return network;
};
