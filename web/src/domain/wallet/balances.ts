import type { Currency, Network } from '@skarb/schema/reference';
import { fromBaseUnits } from '@skarb/schema/money';
import { WALLET_POLL_MS } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { nativeBalance, tokenBalance } from '../../platform/wallet/rpc.ts';
import { useAllCurrencies, useNetworks } from '../reference/use-networks.ts';

export type Balance = { currency: Currency; units: bigint; amount: string };

/** An account's balance of a currency, read from the chain. @throws WalletError, RpcError */
const readBalance = async (network: Network, currency: Currency, owner: string): Promise<Balance> => {
  const units = currency.address
    ? await tokenBalance(network.rpcUrl, currency.address, owner)
    : await nativeBalance(network.rpcUrl, owner);
  return { currency, units, amount: fromBaseUnits(units, currency.decimals) };
};

/**
 * An account's balances in every currency of a network (the first one by default), the default currency first.
 * Undefined while unknown; read again every 15 s.
 */
export const useBalances = (owner: string | null | undefined, networkUuid?: string): Balance[] | undefined => {
  const network = useNetworks().find(({ uuid }) => !networkUuid || uuid === networkUuid);
  const currencies = useAllCurrencies(network?.uuid);
  return useQuery({
    queryKey: ['private', 'balance', owner?.toLowerCase(), network?.uuid, currencies.length],
    queryFn: async () => {
      const read = currencies.map((currency) =>
        readBalance(network as Network, currency, owner as string).catch((error: unknown) => {
          if (currency.isEnabled) throw error;
          // It may be switched off because its contract no longer answers.
          return undefined;
        }),
      );
      return (await Promise.all(read)).filter((balance) => balance !== undefined);
    },
    enabled: !!owner && !!network && currencies.length > 0,
    refetchInterval: WALLET_POLL_MS,
    staleTime: 5_000,
    // Amounts are bigints, which the cache cannot compare as JSON.
    structuralSharing: false,
  }).data;
};
