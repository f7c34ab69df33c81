import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogAction } from '../../ui/dialog-action.tsx';
import { StepList } from '../wallet/step-list.tsx';
import { Refused } from './refused.ts';
import { TradeSubject, TradeTrophy } from './trade-subject.tsx';
import type { useTradeFlow } from './use-trade-flow.ts';

type Props = {
  /** Absent if the trade is about several works: `children` and `done` show them. */
  token?: Parameters<typeof TradeSubject>[0]['token'];
  flow: Pick<ReturnType<typeof useTradeFlow>, 'phase' | 'isSending' | 'refusal' | 'hasFailed' | 'steps' | 'restart'>;
  /** Of the form and of the wallet's steps; the next two default to it. */
  title: string;
  failedTitle?: string;
  doneTitle?: string;
  /** One sentence below the title, before the end and at the end. */
  text?: ReactNode;
  doneText?: ReactNode;
  /** The fields of the form. */
  children: ReactNode;
  submit: string;
  /** Whether the form may be sent. */
  isReady?: boolean;
  onSubmit: () => unknown;
  /** Below the button. */
  note?: ReactNode;
  /** There is nothing to send any more: the button closes the dialog instead, and leads to a page if one is named. */
  over?: { label: string; to?: string } | undefined;
  /** Below the token at the end. Without it the dialog is closed by then. */
  done?: ReactNode;
  /** Also while the form is open, a press outside does not close the dialog. */
  isSticky?: boolean;
  onClose: () => void;
};

/** The shell of every trade dialog with a form: the form, then the wallet's steps, then what came of it. */
export const TradeDialog = ({
  token,
  flow,
  title,
  failedTitle = title,
  doneTitle = title,
  text,
  doneText,
  children,
  submit,
  isReady = true,
  onSubmit,
  note,
  over,
  done,
  isSticky = false,
  onClose,
}: Props) => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const leave = () => {
    onClose();
    if (over?.to && over.to !== pathname) void navigate(over.to);
  };
  const isForm = flow.phase === 'form';
  const isDone = flow.phase === 'done' && !!done;
  return (
    <Dialog
      open
      isSticky={isSticky || flow.phase === 'steps'}
      onOpenChange={(open) => !open && onClose()}
      title={isDone ? doneTitle : flow.hasFailed ? failedTitle : title}
      description={isDone ? doneText : text}
    >
      {isForm ? (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {token && <TradeSubject token={token} />}
          <Refused value={flow.refusal !== undefined}>{children}</Refused>
          {over ? null : typeof note === 'string' ? <p className="text-sm text-ink-400">{note}</p> : note}
          <DialogAction refusal={flow.refusal}>
            {/* One button, so that it keeps the focus. */}
            <Button
              type={over ? 'button' : 'submit'}
              variant={over ? 'outlined' : 'contained'}
              isBusy={flow.isSending}
              disabled={!over && !isReady}
              onClick={over && leave}
            >
              {over?.label ?? submit}
            </Button>
          </DialogAction>
        </form>
      ) : (
        <div className="flex flex-col gap-5">
          {token && (isDone ? <TradeTrophy token={token} /> : <TradeSubject token={token} />)}
          {isDone ? done : <StepList steps={flow.steps} onRestart={flow.restart} />}
        </div>
      )}
    </Dialog>
  );
};
