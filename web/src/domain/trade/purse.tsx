import type { Currency } from '@skarb/schema/reference';
import { fromBaseUnits } from '@skarb/schema/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { rpc } from '../../platform/wallet/rpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Price } from '../offer/price.tsx';
import { useBalances } from '../wallet/balances.ts';
import { wordsOf } from '../wallet/failure-words.ts';
import { useNetworks } from '../wallet/reference.ts';

/** Seaport 1.6, at the same address on every chain. */
const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395';

/** What the marketplace may take of a currency, read from the chain; undefined while unknown. */
const useAllowance = (owner: string, currency: Currency | undefined): bigint | undefined => {
  const network = useNetworks().find(({ uuid }) => uuid === currency?.networkUuid);
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
  return useQuery({
    queryKey: ['private', 'allowance', owner.toLowerCase(), currency?.uuid],
    queryFn: async () =>
      // allowance(owner, spender)
      BigInt(
        await rpc<string>(network?.rpcUrl ?? '', 'eth_call', [
          { to: currency?.address, data: `0xdd62ed3e${word(owner)}${word(SEAPORT)}` },
          'latest',
        ]),
      ),
    enabled: !!owner && !!network && !!currency?.address,
    staleTime: 5_000,
    // Bigints, which the cache's comparison by JSON does not know.
    structuralSharing: false,
  }).data;
};

/** Play money where the stack is a local one: more of it for the account. */
const PlayMoney = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (document.documentElement.dataset.stack !== 'local') return null;
  const fetchMoney = async () => {
    setBusy(true);
    try {
      await api.post('/dev/faucet', { body: { address: account } });
      await client.invalidateQueries({ queryKey: ['private', 'balance'] });
      toast.success(t('wallet.demo.funded'));
    } catch (error) {
      toast.error(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void fetchMoney()} className="mt-3">
      {t('wallet.demo.more')}
    </Button>
  );
};

/** Whether the wallet has the money a bid needs: the answer, how much is missing, how much there is. */
export const usePurse = (account: string, currency: Currency | undefined, needed: bigint | null) => {
  const balance = useBalances(account, currency?.networkUuid)?.find((one) => one.currency.uuid === currency?.uuid);
  return {
    balance,
    missing: balance && needed !== null && balance.units < needed ? needed - balance.units : null,
  };
};

/**
 * What a bid needs of the wallet, said before anything is signed: enough money, and the permission to spend it.
 * @param needed base units; null while the price is not one
 */
export const Purse = ({
  account,
  currency,
  needed,
  isEscrowed = false,
}: {
  account: string;
  currency: Currency | undefined;
  needed: bigint | null;
  /** The auction house takes the money at once; its permission is among the steps. */ isEscrowed?: boolean;
}) => {
  const { t } = useTranslation();
  const { balance, missing } = usePurse(account, currency, needed);
  const allowance = useAllowance(isEscrowed ? '' : account, currency);
  const mayNot = !isEscrowed && allowance !== undefined && needed !== null && allowance < needed;
  if (!currency) return null;
  return (
    <div aria-live="polite" className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-200">{t('trade.buy.balance')}</span>
        {balance ? <Price amount={balance.amount} currency={currency.name} hasMark={false} /> : '—'}
      </p>
      {missing !== null && (
        <div data-purse="short" className="border-t border-ink-700 pt-3 text-ink-50">
          <p className="flex gap-2.5">
            <CircleAlert aria-hidden className="size-5 shrink-0 text-red-400" />
            {t('trade.purse.short', { amount: fromBaseUnits(missing, currency.decimals), currency: currency.name })}
          </p>
          <PlayMoney account={account} />
        </div>
      )}
      {missing === null && balance && needed !== null && needed > 0n && !isEscrowed && allowance !== undefined && (
        <p data-purse={mayNot ? 'approve' : 'ready'} className="flex gap-2.5 border-t border-ink-700 pt-3 text-ink-200">
          {mayNot ? (
            <CircleAlert aria-hidden className="size-5 shrink-0 text-blue-400" />
          ) : (
            <CircleCheck aria-hidden className="size-5 shrink-0 text-green-400" />
          )}
          {t(mayNot ? 'trade.purse.approve' : 'trade.purse.ready', { currency: currency.name })}
        </p>
      )}
    </div>
  );
};
