import type { Breeding } from '@skarb/schema/breeding';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '../../platform/query/pages.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { BreedingCard } from './breeding-card.tsx';

type Props = { title: string; list: UseInfiniteQueryResult<InfiniteData<Page<Breeding>>>; className: string };

/** A row of breedings under a title, with "show more"; renders nothing without breedings. */
export const BreedingRow = ({ title, list, className }: Props) => {
  const breedings = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (breedings.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="mb-6 text-2xl font-semibold">{title}</h2>
      <ul
        aria-label={title}
        className="grid grid-cols-2 gap-x-3 gap-y-7 tablet:grid-cols-3 fluid:gap-x-6 wide:grid-cols-4 desktop:grid-cols-5"
      >
        {breedings.map((breeding) => (
          <li key={breeding.uuid} className="min-w-0">
            <BreedingCard breeding={breeding} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
};
