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
  children,
}: {
  label?: string;
  /** Unknown when an interrupted trade was resumed. */
  price?: { amount: string; currency: string } | undefined;
  steps: readonly StepState[];
  /** Further lines. */
  children?: ReactNode;
}) => {
  const { t } = useTranslation();
  const last = steps.findLast(({ txHash }) => txHash);
  if (!price && !last) return null;
  return (
    <dl className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      {price && (
        <Line label={label}>
          <Asked price={price.amount} currency={price.currency} className="justify-end" />
        </Line>
      )}
      {children}
      {last?.txHash && (
        <Line label={t('token.event.transaction')}>
          <TransactionLink
            hash={last.txHash}
            {...(last.step.kind === 'transaction' && { chainId: last.step.chainId })}
          />
        </Line>
      )}
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
