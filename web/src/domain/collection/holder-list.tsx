import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PersonLink } from '../profile/person.tsx';
import { collectionHoldersQuery } from './collection-parts.query.ts';

/** Who holds works of a collection, the largest holders first. */
export const HolderList = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useInfiniteQuery(collectionHoldersQuery(id));
  const failure = useFailure(list);
  const holders = list.data?.pages.flatMap((page) => page.data);
  return (
    <section aria-label={t('property.holders.title')} className="rounded-2xl bg-ink-900 p-5 fluid:p-6">
      <h2 className="mb-3 text-xl font-semibold">{t('property.holders.title')}</h2>
      {list.isPending && !failure ? (
        <Skeleton className="h-60 rounded-xl" />
      ) : holders?.length === 0 ? (
        <p className="text-ink-200">{t('property.holders.none')}</p>
      ) : (
        holders && (
          <table className="w-full table-fixed border-collapse">
            <thead className="text-left text-sm text-ink-400">
              <tr>
                <th scope="col" className="pb-2 font-normal">
                  {t('property.holders.owner')}
                </th>
                <th scope="col" className="w-20 pb-2 text-right font-normal">
                  {t('property.holders.works')}
                </th>
                <th scope="col" className="w-24 pb-2 text-right font-normal">
                  {t('property.holders.share')}
                </th>
              </tr>
            </thead>
            <tbody>
              {holders.map(({ owner, user, count, share }) => (
                <tr key={owner} className="border-t border-ink-800">
                  <td className="py-2 pr-4">
                    <PersonLink person={user} address={owner} />
                  </td>
                  <td className="num py-2 text-right">{formats.count(count)}</td>
                  <td className="num py-2 text-right text-ink-200">{formats.percent(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      )}
      <LoadMore list={list} size="small" />
    </section>
  );
};
