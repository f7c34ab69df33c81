import type { Tx } from '../../platform/db/database.ts';

/** How many recovery codes of an account are left; undefined while its second factor is off. */
export const countRecoveryCodes = async (tx: Tx, userUuid: string): Promise<number | undefined> => {
  const [row] = await tx<{ left: number }[]>`
    select (select count(*)::int from recovery_code r where r.user_uuid = t.user_uuid and r.used_at is null) as left
    from two_factor t where t.user_uuid = ${userUuid} and t.enabled_at is not null`;
  return row?.left;
};
