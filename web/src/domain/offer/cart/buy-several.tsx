import { useState } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../../ui/button.tsx';

// By itself: the names of its many parts would be in the script of the collection's page.
const SeveralDialog = lazyDialog(async () => (await import('./several-dialog.tsx')).SeveralDialog);

/** The way to buy several works of a collection at once. */
export const BuySeveral = ({ collectionUuid }: { collectionUuid: string }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {t('cart.several.open')}
      </Button>
      {isOpen && <SeveralDialog collectionUuid={collectionUuid} onClose={() => setOpen(false)} />}
    </>
  );
};
