import { cx } from './class-name.ts';
import { Skeleton } from './skeleton.tsx';

/** As wide whatever the wallet says: what stands beside it stays where it is. */
export const WALLET_WIDTH = 'w-10.5 wide:w-52';

/** The place of wallet, bell and account in the header. */
export const AccountPlaceholder = () => (
  <span className="flex items-center gap-2">
    <Skeleton className={cx('h-9 rounded-xl', WALLET_WIDTH)} />
    <Skeleton className="size-9 rounded-full" />
    <Skeleton className="size-9 rounded-full" />
  </span>
);
