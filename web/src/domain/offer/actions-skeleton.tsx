import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for `count` large buttons. */
export const ActionsSkeleton = ({ count }: { count: number }) =>
  count > 0 && (
    <div className="mt-4 flex flex-col gap-3">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-13 rounded-xl" />
      ))}
    </div>
  );
