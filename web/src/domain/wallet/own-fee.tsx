import { fromBaseUnits } from '@skarb/schema/money';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import type { OwnFee as Fee } from '../../platform/wallet/eip1193.ts';
import { nativeBalance } from '../../platform/wallet/rpc.ts';
import { Button } from '../../ui/button.tsx';
import { AddMoney } from '../onramp/add-money.tsx';
import { useAllCurrencies, useNetworks } from '../reference/use-networks.ts';

type Props = { fee: Fee; account: string; chainId: number; onPay: (fee: Fee) => unknown };

/** When the marketplace's budget is used up, the account pays the network fee of one act itself, on a press. */
export const OwnFee = ({ fee, account, chainId, onPay }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const network = useNetworks().find((one) => one.chainId === chainId);
  const coin = useAllCurrencies(network?.uuid).find(({ isNative }) => isNative);
  const { data, refetch } = useQuery({
    queryKey: [PRIVATE, 'coin', account.toLowerCase(), chainId],
    queryFn: async () => String(await nativeBalance(network?.rpcUrl ?? '', account)),
    enabled: network !== undefined,
  });
  if (!coin || data === undefined) return null;
  const missing = BigInt(fee.value) - BigInt(data);
  const exact = fromBaseUnits(BigInt(fee.value), coin.decimals);
  const shown = { amount: formats.exact(exact), coin: coin.name };
  return (
    <div className="flex flex-col items-start gap-3 rounded-2xl bg-ink-800 p-4 text-sm">
      <p className="text-ink-200">{t(missing > 0n ? 'wallet.ownFee.short' : 'wallet.ownFee.text', shown)}</p>
      {missing > 0n ? (
        <AddMoney
          account={account}
          name={coin.name}
          amount={fromBaseUnits(missing, coin.decimals)}
          currencyUuid={coin.uuid}
          onDone={() => refetch()}
        />
      ) : (
        <Button size="small" onClick={() => void onPay(fee)}>
          {t('wallet.ownFee.pay', shown)}
        </Button>
      )}
    </div>
  );
};
