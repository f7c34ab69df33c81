import type { OfferWithSteps } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { path } from '../../platform/route/path.ts';
import { wordsOf } from '../wallet/failure-words.ts';
import { useCurrencies } from '../wallet/reference.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { FailureNotice } from './failure-notice.tsx';
import { sellPlan } from './preflight/preflight.plans.ts';
import { PreflightCard } from './preflight/preflight-card.tsx';
import { usePreflight } from './preflight/use-preflight.ts';
import { refreshTrade, untilOffer } from './refresh-trade.ts';
import { SaleFields } from './sale-fields.tsx';
import { endOf, type SaleForm, saleForm } from './trade.form.ts';
import { TradeSubject, TradeTrophy } from './trade-subject.tsx';

type Props = { token: TokenDetail; /** Units the viewer may put on sale. */ available: number; onClose: () => void };
type Phase = 'form' | 'steps' | 'done';

/** Sell NFT: terms, then the wallet's steps, then "Congratulations!" or "Failed to create sale offer". */
export const SellDialog = ({ token, available, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const account = user?.metamaskWallet ?? '';
  const currencies = useCurrencies(token.network.uuid);
  const [phase, setPhase] = useState<Phase>('form');
  const [refusal, setRefusal] = useState<string>();
  const [offerUuid, setOfferUuid] = useState<string>();
  const steps = useSteps(`sale:${token.uuid}`, {
    onAnswer: (data) => setOfferUuid((data as OfferWithSteps | undefined)?.uuid),
    onDone: () => {
      setPhase('done');
      void refreshTrade(client);
    },
  });
  const isEdition = token.type === 'ERC1155';
  const form = useForm<SaleForm>({
    resolver: zodResolver(
      saleForm({
        decimalsOf: (uuid) => currencies.find((one) => one.uuid === uuid)?.decimals ?? 18,
        maxQuantity: available,
        now: Date.now,
      }),
    ),
    defaultValues: { price: '', currencyUuid: '', quantity: '1', term: 'none', endsAt: '' },
  });
  const first = currencies[0]?.uuid;
  useEffect(() => {
    if (first && !form.getValues('currencyUuid')) form.setValue('currencyUuid', first);
  }, [first, form]);
  const { resume, start, reset } = steps;
  useEffect(() => {
    if (account && resume(account)) setPhase('steps');
  }, [account, resume]);

  const units = isEdition ? Number(form.watch('quantity')) : 1;
  const isPlanned = phase === 'form' && Number.isInteger(units) && units >= 1 && units <= available;
  const flight = usePreflight(isPlanned ? sellPlan(token, token.network.uuid, units) : null);
  const submit = form.handleSubmit(async ({ price, currencyUuid, quantity, term, endsAt }) => {
    setRefusal(undefined);
    try {
      const body = {
        type: 'SALE',
        price,
        currencyUuid,
        quantity: isEdition ? Number(quantity) : 1,
        endsAt: endOf(term, endsAt, Date.now()),
      };
      const { data } = await api.post<{ data: OfferWithSteps }>(`/offer/${token.uuid}`, { body });
      setOfferUuid(data.uuid);
      setPhase('steps');
      await start(data.steps ?? [], account);
    } catch (error) {
      setRefusal(wordsOf(t, error));
    }
  });
  const restart = () => {
    reset();
    setRefusal(undefined);
    setPhase('form');
  };
  const hasFailed = refusal !== undefined || (phase === 'steps' && steps.state.status === 'failed');
  useEffect(() => {
    // The order is looked at once more on the chain before it stands; nobody has to wait for that.
    if (phase === 'done' && offerUuid)
      void untilOffer(offerUuid, ['ACTIVE', 'SCHEDULED', 'INVALID']).then(() => refreshTrade(client));
  }, [phase, offerUuid, client]);

  const title =
    phase === 'done' ? t('trade.sell.doneTitle') : hasFailed ? t('trade.sell.failedTitle') : t('trade.sell.title');
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={phase === 'done' ? t('trade.sell.done', { name: token.name }) : undefined}
    >
      {phase === 'form' && (
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <TradeSubject token={token} />
          {first ? (
            <SaleFields
              form={form}
              currencies={currencies}
              maxQuantity={available}
              isEdition={isEdition}
              royaltyPercent={token.royalty}
            />
          ) : (
            <Skeleton className="h-64" />
          )}
          {isPlanned && (
            <PreflightCard
              flight={flight}
              permission="work"
              onQuantity={(left) => form.setValue('quantity', String(left))}
            />
          )}
          <FailureNotice words={refusal} />
          <Button type="submit" isBusy={form.formState.isSubmitting} disabled={!flight.isClear}>
            {t('trade.sell.submit')}
          </Button>
          <p className="text-sm text-ink-400">{t('trade.sell.note')}</p>
        </form>
      )}
      {phase === 'steps' && (
        <div className="flex flex-col gap-5">
          <TradeSubject token={token} />
          <StepList steps={steps} onRestart={restart} />
        </div>
      )}
      {phase === 'done' && (
        <div className="flex flex-col gap-5">
          <TradeTrophy token={token} />
          <Copy
            text={location.origin + path.token(token.uuid)}
            label={t('trade.sell.copyLink')}
            className="self-center"
          />
          <Button onClick={onClose}>{t('trade.toToken')}</Button>
        </div>
      )}
    </Dialog>
  );
};
