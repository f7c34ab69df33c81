import { useQuery } from '@tanstack/react-query';
import { Egg } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';
import { Price } from '../price/price.tsx';
import { termsQuery } from './breeding.query.ts';

const OpenDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).OpenDialog);
const CloseDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).CloseDialog);

/** Whether a collection is open for breeding and for how much; its creator can change that here. */
export const CollectionBreeding = ({
  collectionUuid,
  creatorUuid,
  networkUuid,
}: {
  collectionUuid: string;
  creatorUuid: string;
  networkUuid: string;
}) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const [open, setOpen] = useState<'open' | 'close'>();
  const { data: terms } = useQuery(termsQuery(collectionUuid));
  const isOwn = user?.uuid === creatorUuid;
  if (terms === undefined || (!isOwn && !terms?.isOpen)) return null;
  const lacking = terms?.notEnrolled ?? 0;
  return (
    <section
      aria-label={t('breeding.title')}
      data-terms={terms?.isOpen ? 'open' : 'closed'}
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl bg-ink-900 px-5 py-4"
    >
      <p className="flex min-w-0 items-center gap-3">
        <Egg aria-hidden className="size-5 shrink-0 text-gold-400" />
        <span>
          {terms?.isOpen ? (
            <>
              <span className="font-medium text-ink-50">{t('breeding.open.isOpen')}</span>{' '}
              <span className="text-ink-200">
                · {t('breeding.baseFee')}{' '}
                <Price amount={terms.baseFee} currency={terms.currency.symbol} hasMark={false} />
                {' · '}
                {t('breeding.born', { count: terms.children })}
              </span>
            </>
          ) : (
            <span className="text-ink-200">{t(terms ? 'breeding.open.isClosed' : 'breeding.open.never')}</span>
          )}
          {isOwn && terms?.isOpen && lacking > 0 && (
            <span className="block text-sm text-ink-200">{t('breeding.open.lacking', { count: lacking })}</span>
          )}
        </span>
      </p>
      <p className="flex flex-wrap gap-2 fluid:ml-auto">
        {terms?.isOpen && (
          <Link to={path.breeding} className={buttonClass('outlined', 'small')}>
            {t('breeding.open.toBreeding')}
          </Link>
        )}
        {isOwn && (
          <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('open'))}>
            {t(!terms?.isOpen ? 'breeding.open.open' : lacking > 0 ? 'breeding.open.enrol' : 'breeding.open.change')}
          </Button>
        )}
        {isOwn && terms?.isOpen && (
          <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('close'))}>
            {t('breeding.open.close')}
          </Button>
        )}
      </p>
      {open && (
        <Suspense fallback={null}>
          {open === 'open' ? (
            <OpenDialog
              collectionUuid={collectionUuid}
              terms={terms}
              networkUuid={networkUuid}
              onClose={() => setOpen(undefined)}
            />
          ) : (
            <CloseDialog collectionUuid={collectionUuid} networkUuid={networkUuid} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </section>
  );
};
