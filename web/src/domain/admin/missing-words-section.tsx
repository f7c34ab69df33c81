import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { missingWordsQuery } from './admin.query.ts';
import { TableScroller } from './table-scroller.tsx';

/** Translation keys that pages requested and no language has. */
export const MissingWordsSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useInfiniteQuery(missingWordsQuery);
  const failure = useFailure(list);
  const words = list.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      {!words && !failure && <Skeleton className="mt-4 h-24 rounded-2xl" />}
      {words?.length === 0 && <p className="mt-3 text-ink-200">{t('admin.words.none')}</p>}
      {words && words.length > 0 && (
        <TableScroller label={t('admin.section.words')} className="mt-4">
          <table className="w-full text-left">
            <thead className="text-sm text-ink-400">
              <tr>
                {(['language', 'key', 'shown', 'reports', 'updatedAt'] as const).map((column) => (
                  <th key={column} scope="col" className="py-2 pr-6 font-medium">
                    {t(`admin.words.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-ink-800">
              {words.map((word) => (
                <tr key={`${word.language}:${word.namespace}:${word.key}`}>
                  <td className="py-3 pr-6">{word.language}</td>
                  <td className="py-3 pr-6 font-medium text-ink-50">{word.key}</td>
                  <td className="max-w-80 truncate py-3 pr-6 text-ink-200">{word.shown}</td>
                  <td className="num py-3 pr-6">{formats.count(word.reports)}</td>
                  <td className="py-3 text-ink-200">
                    <When at={word.updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroller>
      )}
      <LoadMore list={list} size="small" />
    </>
  );
};
