import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { OpenedWork } from './opened-work.ts';

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <p role="status" className="sr-only">
      {t('app.loading')}
    </p>
  );
};

/** Beside the media of a token whose card was pressed: what the card said, and room for the rest. */
export const TokenAsideSkeleton = ({ token }: { token: OpenedWork }) => (
  <div className="min-w-0 pt-6 wide:row-span-2 wide:pt-0">
    <Waiting />
    <p className="flex min-h-9 items-center truncate font-medium text-ink-200">
      {token.collection ? token.collection.name : <Skeleton className="h-5 w-32" />}
    </p>
    <h1 dir="auto" className="mt-1 text-3xl font-semibold leading-tight tracking-tight desktop:text-4xl">
      {token.name}
    </h1>
    <div aria-hidden>
      <Skeleton className="mt-5 h-40 rounded-2xl" />
      <Skeleton className="mt-8 h-16 w-3/4" />
    </div>
  </div>
);

/** A token's page before its data. */
export const TokenPageSkeleton = () => (
  <div className="page">
    <Waiting />
    <div
      aria-hidden
      className="wide:grid wide:grid-cols-[minmax(0,1fr)_26rem] wide:gap-12 desktop:grid-cols-[minmax(0,1fr)_29rem] desktop:gap-16"
    >
      <Skeleton className="mx-auto aspect-square w-full max-w-[calc(100dvh-9rem)] rounded-2xl" />
      <div className="pt-6 wide:pt-0">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-4 h-9 w-4/5" />
        <Skeleton className="mt-6 h-40 rounded-2xl" />
        <Skeleton className="mt-8 h-16 w-3/4" />
      </div>
    </div>
  </div>
);
