import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import type { Step } from '@skarb/schema/primitive';
import type { Currency } from '@skarb/schema/reference';
import type { Translate } from '../../platform/i18n/translations.ts';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats, type Formats } from '../../platform/format/format.ts';
import type { StepPhase, StepState } from '../../platform/steps/step-store.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { aboutOf, failureWords } from '../../platform/steps/failure-words.ts';
import { ObstacleNotice } from './obstacle-notice.tsx';
import { OwnFee } from './own-fee.tsx';
import { FailureRecordFacts } from './failure-record-facts.tsx';
import { useFailureRecords } from '../../platform/steps/failure-record-store.ts';
import { useAllCurrencies } from '../reference/use-networks.ts';
import { TransactionLink } from '../reference/transaction-link.tsx';
import type { Steps } from './use-steps.ts';

/**
 * A step's name in the reader's language, or the server's own words for a step this app does not know, and what else its
 * amount is for.
 */
const nameOf = (
  t: Translate,
  formats: Formats,
  step: Step,
  currencies: readonly Currency[],
): { title: string; note?: string } => {
  const { id, description } = step;
  const symbol = /^approve-(?!nft)([a-z0-9]+)$/.exec(id)?.[1]?.toUpperCase();
  const amount = /\d[\d.]*/.exec(description)?.[0] ?? '0';
  const word = symbol ? 'approve-currency' : id.replace(/-\d+$|[^a-z0-9-]/gi, '');
  const name = currencies.find((one) => one.symbol === symbol)?.name ?? symbol;
  const options = { defaultValue: description, symbol, name, amount: formats.exact(amount) };
  const title = t(`wallet.step.title.${word}`, options);
  if (!symbol) return { title };
  const openBids = step.kind === 'transaction' && step.openBids;
  const note = openBids && t('wallet.step.openBids', { ...options, amount: formats.exact(openBids) });
  return { title, ...(note && { note }) };
};

/** How a step looks: what a person declined themselves is no error. */
type Look = StepPhase | 'declined';
const lookOf = ({ phase, failure }: StepState): Look =>
  phase === 'failed' && failure?.code === 'wallet.rejected' ? 'declined' : phase;

const TONES: Partial<Record<Look, string>> = {
  failed: 'text-red-400',
  declined: 'text-ink-200',
  done: 'text-green-400',
};

const isActive = (phase: Look) => phase === 'wallet' || phase === 'sent' || phase === 'mined';

const Mark = ({ phase, number }: { phase: Look; number: number }) => {
  const look = cx(
    'num flex size-8 shrink-0 items-center justify-center rounded-full border text-sm font-semibold',
    phase === 'done' && 'border-green-400 text-green-400',
    phase === 'failed' && 'border-red-400 text-red-400',
    phase === 'declined' && 'border-ink-400 text-ink-200',
    isActive(phase) && 'border-gold-400 text-gold-400',
    phase === 'todo' && 'border-ink-700 text-ink-400',
  );
  return (
    <span aria-hidden className={look}>
      {phase === 'done' && <Check className="size-4" />}
      {(phase === 'failed' || phase === 'declined') && <CircleAlert className="size-4" />}
      {isActive(phase) && <LoaderCircle className="size-4 animate-spin" />}
      {phase === 'todo' && number}
    </span>
  );
};

type OneProps = { state: StepState; number: number; isLast: boolean; about: 'bid' | undefined };

const One = ({ state, number, isLast, about }: OneProps) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { title, note } = nameOf(t, formats, state.step, useAllCurrencies());
  const { step, phase, txHash, failure } = state;
  const look = lookOf(state);
  const kind = step.kind === 'signature' ? 'signature' : 'transaction';
  return (
    <li data-step={step.id} data-phase={phase} className="relative flex gap-4 pb-6 last:pb-0">
      {!isLast && (
        <span
          aria-hidden
          className={cx('absolute left-4 top-9 bottom-1 w-px', phase === 'done' ? 'bg-green-400' : 'bg-ink-700')}
        />
      )}
      <Mark phase={look} number={number} />
      <div className="min-w-0 flex-1 pt-1">
        <p className={cx('font-medium', phase === 'todo' ? 'text-ink-200' : 'text-ink-50')}>{title}</p>
        {note && <p className="text-sm text-ink-200">{note}</p>}
        <p className={cx('text-sm', TONES[look] ?? 'text-ink-400')}>
          {step.kind === 'transaction' &&
            step.why &&
            phase !== 'done' &&
            `${t(`wallet.step.why.${step.why.slice(9)}`)} `}
          {phase === 'failed' && failure ? failureWords(t, failure, about) : t(`wallet.step.${kind}.${phase}`)}
        </p>
        {txHash && step.kind === 'transaction' && (
          <p className="mt-1 text-sm">
            <TransactionLink
              hash={txHash}
              chainId={step.chainId}
              otherwise={
                <span className="num text-ink-400" title={txHash}>
                  {shortHex(txHash)}
                </span>
              }
            />
          </p>
        )}
      </div>
    </li>
  );
};

/** What was sold to somebody else stays so: the same step cannot succeed. */
const IN_VAIN = /^chain\.(sold|partlySold)$/;

/** The steps of a run as a list, with the one button that helps when it cannot continue. */
export const StepList = ({
  steps,
  onRestart,
}: {
  steps: Steps;
  /** Starts over, where that may help after a failure. */ onRestart?: () => void;
}) => {
  const { t } = useTranslation();
  const { state } = steps;
  const failed = state.steps.find(({ phase }) => phase === 'failed');
  const record = useFailureRecords(state.account).find(
    ({ key, stepId, txHash }) => key === steps.key && stepId === failed?.step.id && txHash === failed.failure?.txHash,
  );
  // A contract's refusal mostly repeats: offer new terms first.
  const isRefused = !!onRestart && !!failed?.failure?.code.startsWith('chain.');
  const isInVain = isRefused && IN_VAIN.test(failed?.failure?.code ?? '');
  const restart = onRestart && (
    <Button variant={isRefused ? 'contained' : 'outlined'} onClick={onRestart}>
      {t('wallet.step.restart')}
    </Button>
  );
  const doing = state.steps.findIndex(({ phase }) => isActive(phase));
  return (
    <div className="flex flex-col gap-5">
      <ol className="flex flex-col">
        {state.steps.map((one, index) => (
          <One
            key={one.step.id}
            state={one}
            number={index + 1}
            isLast={index === state.steps.length - 1}
            about={aboutOf(steps.key)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {doing >= 0 && t('wallet.step.progress', { number: doing + 1, total: state.steps.length })}
      </p>
      {state.isChainUnavailable && (
        <p role="status" className="rounded-xl bg-ink-800 p-4 text-sm text-ink-200">
          {t('wallet.step.chainUnavailable')}
        </p>
      )}
      {state.status === 'elsewhere' && (
        <div role="alert" className="flex flex-col gap-4 rounded-2xl border border-ink-700 bg-ink-800 p-4">
          <p className="text-ink-50">{t('wallet.step.elsewhere')}</p>
          <Button className="self-start" onClick={onRestart ?? steps.reset}>
            {t('wallet.step.restart')}
          </Button>
        </div>
      )}
      {state.status === 'waiting' && (
        <ObstacleNotice
          obstacle={state.obstacle}
          account={state.account}
          chainId={state.chainId}
          onFixed={() => void steps.again()}
        />
      )}
      {state.status === 'failed' && record && (
        <div className="rounded-2xl bg-ink-800 p-4 text-sm">
          <FailureRecordFacts record={record} account={state.account} />
          <p className="mt-3 text-ink-400">{t('wallet.failure.kept')}</p>
        </div>
      )}
      {state.status === 'failed' && failed?.failure?.ownFee && state.chainId !== null && (
        <OwnFee fee={failed.failure.ownFee} account={state.account} chainId={state.chainId} onPay={steps.again} />
      )}
      {state.status === 'failed' && (
        <div className="flex flex-wrap gap-3 *:grow">
          {isRefused && restart}
          {!isInVain && (
            <Button
              variant={isRefused || failed?.failure?.ownFee ? 'outlined' : 'contained'}
              onClick={() => void steps.again()}
            >
              {t('app.retry')}
            </Button>
          )}
          {!isRefused && restart}
        </div>
      )}
    </div>
  );
};
