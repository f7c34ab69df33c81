import type { Offer } from '@skarb/schema/offer';
import { fromBaseUnits } from '@skarb/schema/money';
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { ApiError } from '@skarb/client';
import { errorWords } from '../../../platform/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Copy } from '../../../ui/copy.tsx';
import { cx } from '../../../ui/class-name.ts';
import { failureWords, wordsOf } from '../../../platform/steps/failure-words.ts';
import { AddMoney } from '../../onramp/add-money.tsx';
import { useCurrencies } from '../../reference/use-networks.ts';
import { GasDrop } from '../../wallet/gas-drop.tsx';
import { ObstacleNotice } from '../../wallet/obstacle-notice.tsx';
import { PlayMoney } from './play-money.tsx';
import type { Preflight } from './use-preflight.ts';
import { roundedUp } from './preflight.rules.ts';

type Props = {
  flight: Preflight;
  /** Whether the wallet first permits taking the money or transferring the work. */
  permission: 'money' | 'work';
  /** The form is invalid, so there is nothing to check yet. The card keeps its size, so that nothing below moves. */
  isIdle?: boolean;
  /** Replaces the shown terms with the current ones, or with another sale of the same token. */
  onTake?: (offer: Offer) => void;
  onQuantity?: (units: number) => void;
};

/**
 * Shown before the wallet opens: that the action will work, or the one thing that prevents it, with a button that
 * fixes it. A status, not an alert, because it is there from the start.
 */
export const PreflightCard = ({ flight, permission, isIdle = false, onTake, onQuantity }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { verdict, network, account, plan, again } = flight;
  const isLocal = document.documentElement.dataset.stack === 'local';
  const coin = network?.nativeSymbol ?? '';
  const currency = plan?.money?.currency;
  const price = (offer: Offer) => ({ price: formats.amount(offer.price), currency: offer.currency.name });
  const exactPrice = (offer: Offer) => `${offer.price} ${offer.currency.name}`;
  const words = (code: string) =>
    code.startsWith('wallet.')
      ? failureWords(t, { code })
      : errorWords(t, new ApiError(409, code, [], {}), plan?.about)[0];

  const currencies = useCurrencies(network?.uuid);
  const uuidOf = (address: string | null | undefined) =>
    currencies.find((one) => one.address?.toLowerCase() === address?.toLowerCase())?.uuid;
  const topUp = (
    words: 'trade.short' | 'trade.preflight.gas',
    missing: bigint,
    decimals: number,
    short: { name: string; address: string | null },
  ): ReactNode => (
    <>
      <p title={`${fromBaseUnits(missing, decimals)} ${short.name}`}>
        {t(words, {
          amount: formats.amountUp(fromBaseUnits(missing, decimals)),
          currency: short.name,
          coin: short.name,
        })}
      </p>
      {words === 'trade.preflight.gas' && <GasDrop account={account} coin={short.name} onArrived={again} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddMoney
          account={account}
          name={short.name}
          amount={roundedUp(missing, decimals)}
          currencyUuid={uuidOf(short.address)}
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
  const content = (): ReactNode => {
    if (isIdle) return <p className="text-ink-400">{t('trade.preflight.idle')}</p>;
    switch (verdict.kind) {
      case 'checking':
        return <p>{t('trade.preflight.checking')}</p>;
      case 'guest':
        return <p>{t('trade.preflight.guest')}</p>;
      case 'away':
        return (
          <>
            <p>{t('trade.preflight.away')}</p>
            <p className="whitespace-pre-line text-ink-200">{wordsOf(t, verdict.error)}</p>
          </>
        );
      case 'ready': {
        const exact = verdict.fee === null ? null : fromBaseUnits(verdict.fee, 18);
        const amount = exact && formats.amount(exact);
        const exactFee = exact ? `${exact} ${coin}` : undefined;
        // An estimate: the wallet decides the fee.
        const fee =
          (amount === null || amount.startsWith('<') ? amount : `≈ ${amount}`)?.replaceAll(' ', '\u00a0') ?? null;
        const how = verdict.approves
          ? permission === 'money'
            ? 'approveMoney'
            : 'approveWork'
          : verdict.transactions > 0
            ? 'send'
            : 'sign';
        return (
          <>
            <p className="font-medium">{t('trade.preflight.ready')}</p>
            <p className="text-ink-200" title={exactFee}>
              {t(`trade.preflight.how.${how}`)}
              {fee !== null && ` ${t('trade.preflight.fee', { fee, coin })}`}
            </p>
            {verdict.block !== null && (
              <details className="text-ink-400">
                <summary className="min-h-6 cursor-pointer">{t('trade.preflight.known')}</summary>
                <p className="num">{t('trade.preflight.tried', { block: formats.count(verdict.block) })}</p>
              </details>
            )}
          </>
        );
      }
      case 'wallet':
        return null;
      case 'money':
        return topUp('trade.short', verdict.missing, currency?.decimals ?? 18, {
          name: currency?.name ?? '',
          address: currency?.address ?? null,
        });
      case 'gas':
        return topUp('trade.preflight.gas', verdict.missing, 18, { name: coin, address: null });
      case 'price':
        return (
          <>
            <p title={exactPrice(verdict.offer)}>{t('trade.preflight.price', price(verdict.offer))}</p>
            {onTake && (
              <Button
                size="small"
                variant="outlined"
                className="self-start"
                title={exactPrice(verdict.offer)}
                onClick={() => onTake(verdict.offer)}
              >
                {t('trade.preflight.takePrice', price(verdict.offer))}
              </Button>
            )}
          </>
        );
      case 'tooMany':
        return (
          <>
            <p>{t('trade.preflight.tooMany', { count: verdict.left, shown: formats.count(verdict.left) })}</p>
            {onQuantity && (
              <Button size="small" variant="outlined" className="self-start" onClick={() => onQuantity(verdict.left)}>
                {t('trade.preflight.takeLeft', { shown: formats.count(verdict.left) })}
              </Button>
            )}
          </>
        );
      case 'gone': {
        const { next } = verdict;
        return (
          <>
            <p>{words(verdict.code)}</p>
            {next && onTake && (
              <>
                <p className="text-ink-200" title={exactPrice(next)}>
                  {t('trade.preflight.next', price(next))}
                </p>
                <Button
                  size="small"
                  variant="outlined"
                  className="self-start"
                  title={exactPrice(next)}
                  onClick={() => onTake(next)}
                >
                  {t('trade.preflight.takeNext', price(next))}
                </Button>
              </>
            )}
          </>
        );
      }
      case 'refused':
        return (
          <>
            <p>{words(verdict.code)}</p>
            <Button size="small" variant="outlined" className="self-start" onClick={() => void again()}>
              {t('trade.preflight.again')}
            </Button>
          </>
        );
    }
  };
  if (verdict.kind === 'wallet' && !isIdle)
    return (
      <div data-preflight="wallet">
        <ObstacleNotice
          obstacle={verdict.obstacle}
          account={account}
          chainId={network?.chainId ?? null}
          onFixed={() => void again()}
        />
      </div>
    );
  const kind = isIdle ? 'idle' : verdict.kind;
  const isChecking = kind === 'checking';
  const isReady = kind === 'ready';
  // Nothing is left to check: the card is as tall as its words.
  const isOver = verdict.kind === 'gone' && !verdict.next;
  const Icon = isIdle ? CircleDashed : isChecking ? LoaderCircle : isReady ? CircleCheck : CircleAlert;
  return (
    <div
      role="status"
      data-preflight={kind}
      className={cx('flex gap-3 rounded-2xl border border-ink-700 p-4 text-sm', !isOver && 'min-h-44 fluid:min-h-39')}
    >
      <Icon
        aria-hidden
        className={cx(
          'size-5 shrink-0',
          isIdle && 'text-ink-400',
          isChecking && 'animate-spin text-ink-400',
          isReady && 'text-green-400',
          kind === 'away' && 'text-blue-400',
          !isIdle && !isChecking && !isReady && kind !== 'away' && 'text-red-400',
        )}
      />
      <div className="flex min-w-0 flex-col gap-2 text-ink-50">{content()}</div>
    </div>
  );
};
