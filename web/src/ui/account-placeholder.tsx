import { cx } from './class-name.ts';
import { Skeleton } from './skeleton.tsx';

/** A fixed width for the wallet button, so that the elements beside it do not move when its text changes. */
export const WALLET_WIDTH = 'w-10.5 wide:w-52';

/** Reserves the place of wallet, bell and account in the header. */
export const AccountPlaceholder = () => (
  <span className="flex items-center gap-2">
    <Skeleton className={cx('h-9 rounded-xl', WALLET_WIDTH)} />
    <Skeleton className="size-9 rounded-full" />
    <Skeleton className="size-9 rounded-full" />
  </span>
);
