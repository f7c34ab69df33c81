import * as tokenCalls from '@skarb/schema/calls/token';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { collectionQuery } from '../domain/collection/collection.query.ts';
import { ShapeForm } from '../domain/create/shape-form.tsx';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { isGone, leavesNothing } from '../platform/http/api-error.ts';
import { useInLanguage } from '../platform/i18n/use-in-language.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { useLast } from '../platform/session/use-last.ts';
import { useSession } from '../platform/session/use-session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';

/** A work that was destroyed or hidden since leaves the choice. @throws what else went wrong */
const unlessGone = (error: unknown): undefined => {
  if (!isGone(error)) throw error;
};

/** The maker's page of a collection: change what it shows, then go back to it. */
export const Component = () => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const user = useLast(useSession().user);
  const { data: collection, error } = useQuery(collectionQuery(id));
  const isOwn = collection && collection.creatorUuid === user?.uuid;
  // The choice is kept while another order is shown.
  const pinned = collection?.pinned ?? [];
  const { data, error: worksError } = useQuery({
    queryKey: ['private', 'pinned', ...pinned],
    queryFn: ({ signal }) =>
      Promise.all(pinned.map((uuid) => call(tokenCalls.show, { params: { id: uuid }, signal }).catch(unlessGone))),
    enabled: !!isOwn && pinned.length > 0,
  });
  const works = useLast(data);
  // A reading that fails later must not take the form away.
  if (leavesNothing(error, collection)) throw error;
  if (worksError && !works) throw worksError;
  const isReady = collection && (works || pinned.length === 0);
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
            pinned={(works ?? []).flatMap((work) =>
              work?.data.status === 'minted'
                ? [{ uuid: work.data.uuid, name: own(work.data).name, picture: work.data.image.preview }]
                : [],
            )}
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
