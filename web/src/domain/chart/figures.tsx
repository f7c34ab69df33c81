import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

/** A chart's figures as a table, for those who prefer it or cannot see the chart. */
export const Figures = ({
  heads,
  rows,
}: {
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) => {
  const { t } = useTranslation();
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center rounded-md text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline">
        {t('chart.table')}
      </summary>
      <div
        className="mt-2 max-h-72 overflow-auto rounded-xl bg-ink-900"
        // What scrolls must be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={t('chart.table')}
      >
        <table className="num w-full text-left">
          <thead className="sticky top-0 bg-ink-900 text-ink-400">
            <tr>
              {heads.map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={index === 0 ? 'px-4 py-2 font-normal' : 'px-4 py-2 text-right font-normal'}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-ink-800">
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td
                    key={heads[index]}
                    className={index === 0 ? 'px-4 py-2 text-ink-200' : 'px-4 py-2 text-right text-ink-50'}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
