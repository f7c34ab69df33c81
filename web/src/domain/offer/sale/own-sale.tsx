import type { Offer } from '@skarb/schema/offer';
import { Send } from 'lucide-react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { When } from '../../../platform/format/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { Price } from '../../price/price.tsx';
import { ReactivateListing } from './reactivate-listing.tsx';

type Props = {
  offer: Offer;
  isEdition: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onApprove: () => void;
  /** Gives the work away, where nothing else is left to do with it. */ onSend: (() => void) | undefined;
};

/** One's own sale: its terms, its problem if it has one, and what can be done. */
export const OwnSale = ({ offer, isEdition, onEdit, onCancel, onApprove, onSend }: Props) => {
  const { t } = useTranslation();
  const { status, invalidReason } = offer;
  const isBack = status === 'INVALID' && invalidReason === 'LEFT_AND_RETURNED';
  const send = onSend && (
    <Button size="small" variant="outlined" title={t('trade.action.send')} onClick={onSend}>
      <Send aria-hidden className="size-4" />
      <span className="max-tablet:sr-only">{t('trade.action.send')}</span>
    </Button>
  );
  return (
    <section
      data-own-sale={offer.uuid}
      aria-label={t('trade.own.title')}
      className={cx('flex flex-col justify-between gap-3 border-t border-ink-700 pt-4', isEdition && 'min-h-29')}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-ink-400">
          {t(`trade.own.status.${offer.isHidden && status === 'ACTIVE' ? 'INVALID' : status}`)}
        </p>
        <p className="font-semibold">
          <Price amount={offer.price} currency={offer.currency.name} />
          {isEdition && <span className="num font-normal text-ink-200"> × {offer.quantityLeft}</span>}
        </p>
      </div>
      {status === 'SCHEDULED' && offer.startsAt && (
        <p className="text-sm text-ink-200">
          {t('trade.own.starts')} <When at={offer.startsAt} form="exact" />
        </p>
      )}
      {/* The end of a single token is already shown beside its price. */}
      {offer.endsAt && status !== 'CANCELLING' && (isEdition || status !== 'ACTIVE') && (
        <p className="text-sm text-ink-200">
          {t('trade.own.ends')} <When at={offer.endsAt} form="exact" />
        </p>
      )}
      {isBack && (
        <ReactivateListing
          offer={offer}
          other={
            <Button size="small" variant="outlined" onClick={onEdit}>
              {t('trade.reactivate.other')}
            </Button>
          }
          last={send}
        />
      )}
      {!isBack && status === 'INVALID' && invalidReason && (
        <p role="status" className="text-sm text-ink-50">
          {t(`trade.invalid.${invalidReason}`)}
        </p>
      )}
      {!isBack && status !== 'CANCELLING' && (
        <div className="flex flex-wrap gap-2">
          {invalidReason === 'NOT_APPROVED' && (
            <Button size="small" onClick={onApprove}>
              {t('trade.own.approve')}
            </Button>
          )}
          {!offer.isHidden && (
            <Button size="small" variant="outlined" onClick={onEdit}>
              {t('trade.own.edit')}
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={onCancel}>
            {t('trade.own.cancel')}
          </Button>
          {send}
        </div>
      )}
    </section>
  );
};
