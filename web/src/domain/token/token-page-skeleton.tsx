import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A token's page before its data. */
export const TokenPageSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="page">
      <p role="status" className="sr-only">
        {t('app.loading')}
      </p>
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
};
