import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { BreedingPair, BreedingTerms, BreedingWithSteps } from '@skarb/schema/breeding';
import { Plus } from 'lucide-react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PreflightCard } from '../offer/preflight/preflight-card.tsx';
import { usePreflight } from '../offer/preflight/use-preflight.ts';
import { BidderBalance } from '../offer/bidder-balance.tsx';
import { useTradeFlow } from '../offer/use-trade-flow.ts';
import { useAllCurrencies } from '../reference/use-networks.ts';
import { StepList } from '../wallet/step-list.tsx';
import { breedKey } from './breed-key.ts';
import { breedPlan } from './breed.plan.ts';
import { CostList } from './cost-list.tsx';

type Props = {
  pair: BreedingPair;
  terms: BreedingTerms;
  networkUuid: string;
  /** @param uuid of the breeding; undefined if an interrupted run was resumed */
  onDone: (uuid: string | undefined) => void;
  onClose: () => void;
};

/** The last dialog before payment: the cost and the pre-flight check, then the wallet's steps. */
export const BreedDialog = ({ pair, terms, networkUuid, onDone, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { matron, sire, currency } = pair;
  const money = useAllCurrencies(networkUuid).find(({ uuid }) => uuid === currency.uuid);
  const flow = useTradeFlow<BreedingWithSteps>(breedKey(pair), (breeding) => onDone(breeding?.uuid));
  const flight = usePreflight(flow.phase === 'form' ? breedPlan(pair, terms, networkUuid) : null);
  const breed = async () => {
    await flow.send(() =>
      call(breedingCalls.breed, {
        body: { matronUuid: matron.uuid, sireUuid: sire.uuid, cost: pair.cost },
      }),
    );
  };
  return (
    <Dialog
      open
      isSticky={flow.phase === 'steps'}
      onOpenChange={(open) => !open && onClose()}
      title={t('breeding.breed.title')}
    >
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
          {[matron, sire].map((parent, index) => (
            <div key={parent.uuid} className="contents">
              {index === 1 && <Plus aria-hidden className="size-5 text-ink-400" />}
              <div className="min-w-0">
                <Picture image={parent.image} alt="" sizes="160px" fit="mat" className="rounded-2xl" />
                <p className="mt-2 truncate text-sm font-semibold">{own(parent).name}</p>
              </div>
            </div>
          ))}
        </div>
        {flow.phase === 'form' ? (
          <>
            <CostList pair={pair} />
            <BidderBalance account={flow.account} currency={money} />
            <PreflightCard flight={flight} permission="money" />
            <FailureNotice words={flight.isClear ? flow.refusal : undefined} />
            <Button isBusy={flow.isSending} disabled={!flight.isClear} onClick={() => void breed()}>
              {t('breeding.breed.submit')}
            </Button>
            <p className="text-sm text-ink-400">{t('breeding.breed.note')}</p>
          </>
        ) : (
          <StepList steps={flow.steps} onRestart={flow.restart} />
        )}
      </div>
    </Dialog>
  );
};
