import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { cx } from '../../../ui/class-name.ts';
import { ObstacleNotice } from '../../wallet/obstacle-notice.tsx';
import { Refused } from '../refused.ts';
import { PreflightVerdict, type VerdictProps } from './preflight-verdict.tsx';

type Props = VerdictProps & {
  /** The form is invalid, so there is nothing to check yet. The card keeps its size, so that nothing below moves. */
  isIdle?: boolean;
};

/**
 * Shown before the wallet opens: that the action will work, or the one thing that prevents it, with a button that
 * fixes it. A status, not an alert, because it is there from the start.
 */
export const PreflightCard = ({ isIdle = false, ...props }: Props) => {
  const { t } = useTranslation();
  const { verdict, network, account, again } = props.flight;
  const isRefused = use(Refused);
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
  // Green beside a refusal would contradict it.
  const kind = isIdle ? 'idle' : isRefused && verdict.kind === 'ready' ? 'refused' : verdict.kind;
  const isQuiet = kind === 'idle' || kind === 'refused';
  const isChecking = kind === 'checking';
  const isReady = kind === 'ready';
  // Nothing is wrong: the action may work, or the button asks for what it needs.
  const isOpen = kind === 'away' || kind === 'guest' || kind === 'noWallet';
  // Nothing is left to check: the card is as tall as its words.
  const isOver = verdict.kind === 'gone' && !verdict.next;
  const Icon = isQuiet ? CircleDashed : isChecking ? LoaderCircle : isReady ? CircleCheck : CircleAlert;
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
          isQuiet && 'text-ink-400',
          isChecking && 'animate-spin text-ink-400',
          isReady && 'text-green-400',
          isOpen && 'text-blue-400',
          !isQuiet && !isChecking && !isReady && !isOpen && 'text-red-400',
        )}
      />
      <div className="flex min-w-0 flex-col gap-2 text-ink-50">
        {isQuiet ? <p className="text-ink-400">{t(`trade.preflight.${kind}`)}</p> : <PreflightVerdict {...props} />}
      </div>
    </div>
  );
};
