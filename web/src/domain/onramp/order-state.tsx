import type { OnrampOrder } from '@skarb/schema/onramp';
import { CircleAlert, CircleCheck, Clock, LoaderCircle, Undo2 } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

const LOOK = {
  created: [Clock, 'text-ink-200'],
  pending: [LoaderCircle, 'animate-spin text-blue-400'],
  completed: [CircleCheck, 'text-green-400'],
  failed: [CircleAlert, 'text-red-400'],
  refunded: [Undo2, 'text-ink-200'],
} as const;

export const OrderIcon = ({ status, className }: { status: OnrampOrder['status']; className?: string }) => {
  const [Icon, look] = LOOK[status];
  return <Icon aria-hidden className={cx('shrink-0', look, className)} />;
};

/** What the provider sent, which may be another amount than was ordered; until it says so, what was ordered. */
export const amountOf = ({ received, amount }: OnrampOrder): string => received ?? amount;

/** The state of an order, and why it failed. */
export const useOrderWords = () => {
  const { t } = useTranslation();
  return ({ status, failure }: OnrampOrder) => ({
    title: t(`onramp.status.${status}`),
    text: status === 'failed' ? t(`onramp.failure.${failure ?? 'other'}`) : t(`onramp.text.${status}`),
  });
};
