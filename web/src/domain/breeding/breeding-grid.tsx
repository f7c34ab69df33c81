import type { Breeding } from '@skarb/schema/breeding';
import { BreedingCard } from './breeding-card.tsx';

/** Breedings side by side. */
export const BreedingGrid = ({ label, breedings }: { label: string; breedings: readonly Breeding[] }) => (
  <ul
    aria-label={label}
    className="grid grid-cols-2 gap-x-3 gap-y-7 tablet:grid-cols-3 fluid:gap-x-6 wide:grid-cols-4 desktop:grid-cols-5"
  >
    {breedings.map((breeding) => (
      <li key={breeding.uuid} className="min-w-0">
        <BreedingCard breeding={breeding} />
      </li>
    ))}
  </ul>
);
