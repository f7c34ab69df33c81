import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useId, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { dropUnsaved, isUnsaved, keepUnsaved } from '../platform/route/unsaved.ts';
import { Button, buttonClass } from './button.tsx';
import { cx } from './class-name.ts';
import { useDialogFocus, useWayBack } from './dialog-focus.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title, which screen readers read with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Prevents the loss of input: a press outside does not close the dialog. Escape and the close button do. */
  isSticky?: boolean;
  /** Only its own buttons close it, for what is shown once: it has no close button, and Escape and a press outside do nothing. */
  isBinding?: boolean;
  /** Asks before Escape, the close button or a way to another page loses what was typed. */
  keepsInput?: boolean;
  /** Gets the focus when the dialog opens. By default the first field, or the primary action if there is no field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The button that opens it, if it is rendered beside the dialog. */
  trigger?: ReactElement;
  /** The content has no padding and scrolls by itself. */
  isFlush?: boolean;
};

/** What scrolls fades into the lower edge, but its end, which has a padding, does not. */
const FADED_END =
  'after:pointer-events-none after:sticky after:-bottom-6 after:z-10 after:-mx-6 after:-mb-6 after:block after:h-6 after:bg-linear-to-t after:from-ink-900 fluid:after:rounded-b-3xl has-data-dialog-action:after:hidden';

const widths = { small: 'fluid:max-w-sm', medium: 'fluid:max-w-md', large: 'fluid:max-w-2xl' };

/** A modal dialog; a bottom sheet on phones. Keeps the focus inside and returns it when it closes. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  isSticky = false,
  isBinding = false,
  keepsInput = false,
  initialFocus,
  trigger,
  isFlush = false,
}: Props) => {
  const { t } = useTranslation();
  const wayBack = useWayBack(open);
  const { popup, begin } = useDialogFocus(open, initialFocus);
  const holder = useId();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => (open ? () => dropUnsaved(holder) : undefined), [holder, open]);
  const change = (next: boolean) => {
    if (!next && isBinding) return;
    if (!next && isUnsaved(holder)) setAsking(true);
    else onOpenChange(next);
  };
  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={isSticky || isBinding || keepsInput}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        {/* Of a dialog over another one, too: the one below steps back. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-ink-950/80 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center fluid:items-center fluid:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={begin}
            finalFocus={wayBack}
            className={cx(
              'flex max-h-[min(92dvh,calc(100dvh-var(--toasts,0px)-0.5rem))] w-full flex-col rounded-t-3xl bg-ink-900 shadow-2xl outline-none forced-colors:border transition-[transform,opacity] duration-200 ease-quiet fluid:max-h-[92dvh] fluid:rounded-3xl',
              'data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0 fluid:data-ending-style:translate-y-2 fluid:data-starting-style:translate-y-2',
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-6 pb-2 pt-5">
              {/* Read aloud when one dialog follows another in the same box. */}
              <Base.Title
                aria-live="polite"
                className="wrap-anywhere min-w-0 pt-1.5 text-xl font-semibold leading-tight text-ink-50"
              >
                {title}
              </Base.Title>
              {!isBinding && (
                <Base.Close className={buttonClass('icon', 'small', '-mr-2 shrink-0')} aria-label={t('app.close')}>
                  <X aria-hidden className="size-5" />
                </Base.Close>
              )}
            </div>
            <div
              data-dialog-content
              onInput={keepsInput ? () => keepUnsaved(holder) : undefined}
              className={
                isFlush
                  ? 'flex min-h-0 flex-col'
                  : cx(
                      'overflow-y-auto overscroll-contain px-6 pt-1 has-data-dialog-action:scroll-pb-24',
                      footer ? 'pb-8' : `pb-[max(1.5rem,env(safe-area-inset-bottom))] ${FADED_END}`,
                    )
              }
            >
              {description && <Base.Description className="mb-4 text-ink-200">{description}</Base.Description>}
              {children}
            </div>
            {footer && (
              <div className="relative border-t border-ink-700 px-6 pb-[max(1rem,env(safe-area-inset-bottom))] pt-4 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-[calc(100%+1px)] before:h-10 before:bg-linear-to-t before:from-ink-900">
                {footer}
              </div>
            )}
            {keepsInput && (
              <DiscardDialog
                open={isAsking}
                onKeep={() => setAsking(false)}
                onDiscard={() => {
                  setAsking(false);
                  onOpenChange(false);
                }}
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
};

/** Asks whether typed input may be lost. */
export const DiscardDialog = ({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onKeep()}
      title={t('app.discard.title')}
      description={t('app.discard.text')}
      size="small"
    >
      <div className="flex flex-wrap gap-3 *:grow">
        <Button onClick={onKeep}>{t('app.discard.keep')}</Button>
        <Button variant="outlined" onClick={onDiscard}>
          {t('app.discard.act')}
        </Button>
      </div>
    </Dialog>
  );
};
