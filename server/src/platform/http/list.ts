import type { ListMeta } from '@skarb/schema/primitive';

/** Counting stops here: beyond it, `totalItems` is a lower bound and `totalItemsExact` is false. */
export const TOTAL_CAP = 10_000;

type Page = { page: number; limit: number };
/** The rows before a page; pages count from 1. */
export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit;

/**
 * The meta of a list.
 * @param total counted rows; one more than TOTAL_CAP means "at least TOTAL_CAP"
 * @param isExact false if the total is a lower bound
 */
export const metaOf = ({ page, limit }: Page, total: number, isExact = true): ListMeta => ({
  itemsPerPage: limit,
  totalItems: total,
  currentPage: page,
  totalPages: Math.ceil(total / limit),
  ...(isExact ? {} : { totalItemsExact: false }),
});

/** Splits `createdAt:DESC` into its two parts. */
export const sortOf = <S extends string>(sortBy: S) => {
  const [field, direction] = sortBy.split(':') as [S extends `${infer F}:${string}` ? F : string, 'ASC' | 'DESC'];
  return { field, direction };
};
