import type { Offer } from '@skarb/schema/offer';
import { fromBaseUnits } from '@skarb/schema/money';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { ApiError } from '@skarb/client';
import { errorWords } from '../../../platform/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Copy } from '../../../ui/copy.tsx';
import { failureWords, wordsOf } from '../../../platform/steps/failure-words.ts';
import { AddMoney } from '../../onramp/add-money.tsx';
import { useAllCurrencies } from '../../reference/use-networks.ts';
import { GasDrop } from '../../wallet/gas-drop.tsx';
import { PlayMoney } from './play-money.tsx';
import type { Preflight } from './use-preflight.ts';
import { roundedUp } from './preflight.rules.ts';

export type VerdictProps = {
  flight: Preflight;
  /** Whether the wallet first permits taking the money or transferring the work. */
  permission: 'money' | 'work';
  /** Replaces the shown terms with the current ones, or with another sale of the same token. */
  onTake?: (offer: Offer) => void;
  onQuantity?: (units: number) => void;
};
type VerdictOf<Kind> = Extract<Preflight['verdict'], { kind: Kind }>;

const Fix = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="small" variant="outlined" className="self-start" onClick={onClick}>
    {children}
  </Button>
);

/** What the account lacks, with the ways to get it. @param currency null for the network's coin, which pays for gas */
const TopUp = ({
  flight: { account, network, again },
  missing,
  currency,
}: {
  flight: Preflight;
  missing: bigint;
  currency: { name: string; address: string | null; decimals: number } | null;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const currencies = useAllCurrencies(network?.uuid);
  const isLocal = document.documentElement.dataset.stack === 'local';
  const { name, address, decimals } = currency ?? { name: network?.nativeSymbol ?? '', address: null, decimals: 18 };
  const lack = fromBaseUnits(missing, decimals);
  return (
    <>
      <p title={`${formats.exact(lack)} ${name}`}>
        {t(currency ? 'trade.short' : 'trade.preflight.gas', {
          amount: formats.amountUp(lack),
          currency: name,
          coin: name,
        })}
      </p>
      {!currency && <GasDrop account={account} coin={name} onArrived={again} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddMoney
          account={account}
          name={name}
          amount={roundedUp(missing, decimals)}
          currencyUuid={currencies.find((one) => one.address?.toLowerCase() === address?.toLowerCase())?.uuid}
          onDone={again}
        />
        <PlayMoney account={account} onDone={again} />
        {!isLocal && (
          <span className="inline-flex items-center gap-2 text-ink-200">
            {t('trade.preflight.address')} <Copy text={account} />
          </span>
        )}
      </div>
    </>
  );
};

const Ready = ({
  verdict: { fee, approves, transactions, block },
  permission,
  coin,
}: {
  verdict: VerdictOf<'ready'>;
  permission: VerdictProps['permission'];
  coin: string;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const exact = fee === null ? null : fromBaseUnits(fee, 18);
  const amount = exact && formats.amount(exact);
  // An estimate: the wallet decides the fee.
  const shown = (amount === null || amount.startsWith('<') ? amount : `≈ ${amount}`)?.replaceAll(' ', '\u00a0') ?? null;
  const approval = permission === 'work' ? 'approveWork' : transactions > 2 ? 'approveMoneys' : 'approveMoney';
  const how = approves ? approval : transactions > 0 ? 'send' : 'sign';
  return (
    <>
      <p className="font-medium">{t('trade.preflight.ready')}</p>
      <p className="text-ink-200" title={exact ? `${formats.exact(exact)} ${coin}` : undefined}>
        {t(`trade.preflight.how.${how}`, { count: transactions })}
        {shown !== null && ` ${t('trade.preflight.fee', { fee: shown, coin })}`}
      </p>
      {block !== null && (
        <details className="text-ink-400">
          <summary className="min-h-6 cursor-pointer">{t('trade.preflight.known')}</summary>
          <p className="num">{t('trade.preflight.tried', { block: formats.count(block) })}</p>
        </details>
      )}
    </>
  );
};

/** The words of a verdict, with a button that removes what prevents the action. */
export const PreflightVerdict = ({ flight, permission, onTake, onQuantity }: VerdictProps) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { verdict, network, plan, again } = flight;
  const price = (offer: Offer) => ({ price: formats.exact(offer.price), currency: offer.currency.name });
  const words = (code: string) =>
    code.startsWith('wallet.') ? failureWords(t, { code }) : errorWords(t, new ApiError(409, code), plan?.about)[0];
  switch (verdict.kind) {
    case 'checking':
      return <p>{t('trade.preflight.checking')}</p>;
    case 'guest':
    case 'noWallet':
      return <p>{t(`trade.preflight.${verdict.kind}`)}</p>;
    case 'away':
      return (
        <>
          <p>{t('trade.preflight.away')}</p>
          <p className="whitespace-pre-line text-ink-200">{wordsOf(t, verdict.error)}</p>
        </>
      );
    case 'ready':
      return <Ready verdict={verdict} permission={permission} coin={network?.nativeSymbol ?? ''} />;
    case 'wallet':
      return null;
    case 'money':
      return <TopUp flight={flight} missing={verdict.missing.amount} currency={verdict.missing.currency} />;
    case 'gas':
      return <TopUp flight={flight} missing={verdict.missing} currency={null} />;
    case 'price':
      return (
        <>
          <p>{t('trade.preflight.price', price(verdict.offer))}</p>
          {onTake && (
            <Fix onClick={() => onTake(verdict.offer)}>{t('trade.preflight.takePrice', price(verdict.offer))}</Fix>
          )}
        </>
      );
    case 'tooMany': {
      const shown = formats.count(verdict.left);
      return (
        <>
          <p>{t('trade.preflight.tooMany', { count: verdict.left, shown })}</p>
          {onQuantity && <Fix onClick={() => onQuantity(verdict.left)}>{t('trade.preflight.takeLeft', { shown })}</Fix>}
        </>
      );
    }
    case 'gone': {
      const { next } = verdict;
      return (
        <>
          <p>{words(verdict.code)}</p>
          {next && onTake && (
            <>
              <p className="text-ink-200">{t('trade.preflight.next', price(next))}</p>
              <Fix onClick={() => onTake(next)}>{t('trade.preflight.takeNext', price(next))}</Fix>
            </>
          )}
        </>
      );
    }
    case 'refused':
      return (
        <>
          <p>{words(verdict.code)}</p>
          <Fix onClick={() => void again()}>{t('trade.preflight.again')}</Fix>
        </>
      );
  }
};
