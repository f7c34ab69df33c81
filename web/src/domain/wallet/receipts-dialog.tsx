import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { receipts, useReceipts, type Receipt } from '../../platform/steps/receipt-store.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { aboutOf, failureWords } from '../../platform/steps/failure-words.ts';
import { ReceiptFacts } from './receipt-facts.tsx';

const ABOUT_TOKEN = ['purchase', 'sale', 'bid', 'approve', 'mint', 'auction', 'breed', 'siring', 'siring-end'] as const;
const ABOUT_OFFER = ['accept', 'cancel', 'edit', 'auction-bid', 'auction-edit', 'settle'] as const;

const One = ({ receipt, account, onLeave }: { receipt: Receipt; account: string; onLeave: () => void }) => {
  const { t } = useTranslation();
  const [kind = '', uuid = ''] = receipt.key.split(':');
  const what = [...ABOUT_TOKEN, ...ABOUT_OFFER].find((one) => one === kind) ?? 'other';
  const isToken = ABOUT_TOKEN.some((one) => one === kind);
  const isOffer = ABOUT_OFFER.some((one) => one === kind);
  return (
    <li data-receipt={receipt.id} className="flex flex-col gap-3 py-4 text-sm first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-base font-semibold text-ink-50">{t(`wallet.receipt.what.${what}`)}</p>
          <p className="text-ink-400">
            <When at={receipt.at} form="exact" />
          </p>
        </div>
        <button
          type="button"
          aria-label={t('wallet.receipt.dismiss')}
          title={t('wallet.receipt.dismiss')}
          onClick={() => receipts.dismiss(account, receipt.id)}
          className={buttonClass('icon', 'small', '-mr-2 -mt-1 shrink-0')}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <p className="text-ink-200">{failureWords(t, receipt, aboutOf(receipt.key))}</p>
      <ReceiptFacts receipt={receipt} account={account} />
      {(isToken || isOffer) && (
        <Link
          to={isToken ? path.token(uuid) : path.offer(uuid)}
          onClick={onLeave}
          className={buttonClass('outlined', 'small', 'self-start')}
        >
          {t(isToken ? 'wallet.receipt.toToken' : 'wallet.receipt.toOffer')}
        </Link>
      )}
    </li>
  );
};

/** What an account tried and what failed: why, its cost, what to do; each record stays until it is dismissed. */
export const ReceiptsDialog = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const all = useReceipts(account);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('wallet.receipt.title')}
      description={t('wallet.receipt.text')}
    >
      {all.length === 0 ? (
        <p className="text-ink-200">{t('wallet.receipt.none')}</p>
      ) : (
        <ul className="divide-y divide-ink-700">
          {all.map((receipt) => (
            <One key={receipt.id} receipt={receipt} account={account} onLeave={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  );
};
