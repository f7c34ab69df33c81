import * as tokenCalls from '@skarb/schema/calls/token';
import { COLLECTION_PINS_MAX } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { collectionQuery } from '../domain/collection/collection.query.ts';
import { ShapeForm } from '../domain/create/shape-form.tsx';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { useSession } from '../platform/session/use-session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';

/** The maker's page of a collection: change what it shows, then go back to it. */
export const Component = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { user } = useSession();
  const { data: collection, error } = useQuery(collectionQuery(id));
  // The works that come first lead the list of the collection in its own order.
  const { data: works, error: worksError } = useQuery({
    queryKey: ['private', 'pinned', id],
    queryFn: ({ signal }) =>
      call(tokenCalls.list, {
        query: { collectionUuid: id, sortBy: 'curated:ASC', limit: COLLECTION_PINS_MAX },
        signal,
      }),
    enabled: collection?.order === 'own' && collection.pinned.length > 0,
  });
  if (error ?? worksError) throw error ?? worksError;
  const isReady = collection && (works || collection.order !== 'own' || collection.pinned.length === 0);
  const isOwn = collection && collection.creatorUuid === user?.uuid;
  return (
    <div className="page">
      <div className="mx-auto max-w-2xl">
        <Head title={t('create.shape.title')} isHidden />
        <h1 className="mb-8 text-3xl font-semibold tracking-tight">{t('create.shape.title')}</h1>
        {!collection || (isOwn && !isReady) ? (
          <Skeleton className="h-96 rounded-2xl" />
        ) : isOwn ? (
          <ShapeForm
            collection={collection}
            pinned={(works?.data ?? [])
              .filter(({ uuid }) => collection.pinned.includes(uuid))
              .map(({ uuid, name, image }) => ({ uuid, name, picture: image.preview }))}
            onSaved={() => {
              toast.success(t('create.shape.saved'));
              void navigate(path.collection(id));
            }}
          />
        ) : (
          <div className="flex flex-col items-start gap-4">
            <p className="text-ink-200">{t('code.collection_notYours')}</p>
            <Link to={path.collection(id)} className={buttonClass('outlined')}>
              {collection.name}
            </Link>
          </div>
        )}
      </div>
    </div>
  );
};
