import type { Tx } from '../../platform/db/database.ts';

/** Records that the admins were mailed about failures with these signatures, now. */
export const recordAnnounced = (tx: Tx, signatures: string[]) =>
  tx`insert into set_aside_told (signature) select unnest(${signatures}::text[]) on conflict (signature) do update set told_at = now()`;
