import type { Currency } from '@skarb/schema/reference';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useAllCurrencies, useNetworks } from '../reference/use-networks.ts';

type Props = { currency: Pick<Currency, 'uuid' | 'networkUuid'> | undefined };

/** Says what a currency is that is shown under a shorter name: ETH is wrapped ether (WETH) on this network. */
export const WrappedNote = ({ currency }: Props) => {
  const { t } = useTranslation();
  const known = useAllCurrencies(currency?.networkUuid).find(({ uuid }) => uuid === currency?.uuid);
  const network = useNetworks().find(({ uuid }) => uuid === currency?.networkUuid);
  if (!known || !network || known.isNative || known.name === known.symbol) return null;
  return (
    <p className="text-sm text-ink-400" data-wrapped={known.symbol}>
      {t('trade.wrapped', {
        name: known.name,
        symbol: known.symbol,
        network: localName(t, network.humanName),
        coin: network.nativeSymbol,
      })}
    </p>
  );
};
