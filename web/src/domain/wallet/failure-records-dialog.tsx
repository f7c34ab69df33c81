import { X } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { failureRecords, useFailureRecords, type FailureRecord } from '../../platform/steps/failure-record-store.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { aboutOf, failureWords } from '../../platform/steps/failure-words.ts';
import { FailureRecordFacts } from './failure-record-facts.tsx';

const ABOUT_TOKEN = ['purchase', 'sale', 'bid', 'approve', 'mint', 'auction', 'breed', 'siring', 'siring-end'] as const;
const ABOUT_OFFER = ['accept', 'cancel', 'edit', 'auction-bid', 'auction-edit', 'settle'] as const;

const One = ({ record, account, onLeave }: { record: FailureRecord; account: string; onLeave: () => void }) => {
  const { t } = useTranslation();
  const [kind = '', uuid = ''] = record.key.split(':');
  const what = [...ABOUT_TOKEN, ...ABOUT_OFFER, 'send' as const].find((one) => one === kind) ?? 'other';
  const isToken = ABOUT_TOKEN.some((one) => one === kind);
  const isOffer = ABOUT_OFFER.some((one) => one === kind);
  return (
    <li data-failure-record={record.id} className="flex flex-col gap-3 py-4 text-sm first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-base font-semibold text-ink-50">{t(`wallet.failure.what.${what}`)}</p>
          <p className="text-ink-400">
            <When at={record.at} form="exact" />
          </p>
        </div>
        <button
          type="button"
          aria-label={t('wallet.failure.dismiss')}
          title={t('wallet.failure.dismiss')}
          onClick={() => failureRecords.drop(account, record.id)}
          className={buttonClass('icon', 'small', '-mr-2 -mt-1 shrink-0')}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <p className="text-ink-200">{failureWords(t, record, aboutOf(record.key))}</p>
      <FailureRecordFacts record={record} account={account} />
      {(isToken || isOffer) && (
        <Link
          to={isToken ? path.token(uuid) : path.offer(uuid)}
          onClick={onLeave}
          className={buttonClass('outlined', 'small', 'self-start')}
        >
          {t(isToken ? 'wallet.failure.toToken' : 'wallet.failure.toOffer')}
        </Link>
      )}
    </li>
  );
};

/** What an account tried and what failed: why, its cost, what to do; each record stays until it is dismissed. */
export const FailureRecordsDialog = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const all = useFailureRecords(account);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('wallet.failure.title')}
      description={t('wallet.failure.text')}
    >
      {all.length === 0 ? (
        <p className="text-ink-200">{t('wallet.failure.none')}</p>
      ) : (
        <ul className="divide-y divide-ink-700">
          {all.map((record) => (
            <One key={record.id} record={record} account={account} onLeave={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  );
};
