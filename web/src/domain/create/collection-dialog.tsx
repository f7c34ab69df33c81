import type { Collection } from '@skarb/schema/collection';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { collectionsQuery } from '../collection/collection.query.ts';
import { CollectionForm } from './collection-form.tsx';

/** Creates a collection without leaving the token form. */
export const CollectionDialog = ({
  networkUuid,
  onClose,
  onCreated,
}: {
  networkUuid?: string;
  onClose: () => void;
  onCreated: (uuid: string) => void;
}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const take = (collection: Collection) => {
    // Add it to the cached list, so that it can be chosen before the list is fetched again.
    client.setQueryData<Collection[]>(collectionsQuery({ creatorUuid: user?.uuid }).queryKey, (list) => [
      collection,
      ...(list ?? []).filter(({ uuid }) => uuid !== collection.uuid),
    ]);
    onCreated(collection.uuid);
  };
  return (
    <Dialog open keepsInput onOpenChange={(open) => !open && onClose()} title={t('create.collection.title')}>
      <CollectionForm networkUuid={networkUuid} onCreated={take} />
    </Dialog>
  );
};
