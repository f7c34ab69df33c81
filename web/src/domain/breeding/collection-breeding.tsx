import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';
import { BreedingTerms } from './breeding-terms.tsx';
import { termsQuery } from './breeding-family.query.ts';

const OpenDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).OpenDialog);
const CloseDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).CloseDialog);

/** The breeding terms of a collection, which its creator can change here. */
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
  if (!isOwn) return <BreedingTerms terms={terms} />;
  const lacking = terms?.notEnrolled ?? 0;
  return (
    <>
      <BreedingTerms
        terms={terms}
        notice={
          terms?.isOpen &&
          lacking > 0 && (
            <span className="block text-sm text-ink-200">{t('breeding.open.lacking', { count: lacking })}</span>
          )
        }
      >
        <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('open'))}>
          {t(!terms?.isOpen ? 'breeding.open.open' : lacking > 0 ? 'breeding.open.enrol' : 'breeding.open.change')}
        </Button>
        {terms?.isOpen && (
          <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('close'))}>
            {t('breeding.open.close')}
          </Button>
        )}
      </BreedingTerms>
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
    </>
  );
};
