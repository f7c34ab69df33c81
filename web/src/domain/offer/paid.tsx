import type { Offer } from '@skarb/schema/offer';
import type { ReactNode } from 'react';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import type { StepState } from '../../platform/steps/step-store.ts';
import { Asked } from '../price/asked.tsx';
import { TransactionLink } from '../reference/transaction-link.tsx';

/** A figure of a trade beside its name. */
export const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-400">{label}</dt>
    <dd className="min-w-0 text-right">{children}</dd>
  </div>
);

/** At the end of a trade: the money that left the wallet, and the transaction of the trade. */
export const Paid = ({
  label,
  price,
  steps,
  hasEvery = false,
  children,
}: {
  label?: string;
  /** Unknown when an interrupted trade was resumed. */
  price?: { amount: string; currency: string } | undefined;
  steps: readonly StepState[];
  /** All transactions are those of the trade, not the last one alone. */
  hasEvery?: boolean;
  /** Further lines. */
  children?: ReactNode;
}) => {
  const { t } = useTranslation();
  // Several steps of a key are one transaction.
  const sent = [...new Map(steps.flatMap(({ txHash, step }) => (txHash ? [[txHash, step] as const] : []))).entries()];
  if (!price && sent.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      {price && (
        <Line label={label}>
          <Asked price={price.amount} currency={price.currency} isFixed className="justify-end" />
        </Line>
      )}
      {children}
      {sent.slice(hasEvery ? 0 : -1).map(([txHash, step]) => (
        <Line key={txHash} label={t('token.event.transaction')}>
          <TransactionLink hash={txHash} {...(step.kind === 'transaction' && { chainId: step.chainId })} />
        </Line>
      ))}
    </dl>
  );
};

/** At the end of a trade that was signed: what the offer says. Nothing when an interrupted trade was resumed. */
export const Signed = ({ label, offer }: { label: string; offer: Offer | undefined }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!offer) return null;
  return (
    <Paid
      label={label}
      price={{ amount: offer.auction?.reservePrice ?? offer.price, currency: offer.currency.name }}
      steps={[]}
    >
      {offer.quantity > 1 && <Line label={t('trade.quantity')}>{formats.count(offer.quantity)}</Line>}
      {offer.endsAt && (
        <Line label={t('offer.timeline.ends')}>
          <When at={offer.endsAt} form="exact" />
        </Line>
      )}
    </Paid>
  );
};
