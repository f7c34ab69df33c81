import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { buildMintCall, mintFailed } from './token.mint.ts';

const isMinted = (sql: Tx) =>
  sql`exists (select 1 from token t where t.uuid::text = task.subject and t.status = 'minted')`;

/** The operator submits a creator's signed mint request. The subject is the token's uuid. */
export const mintTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => ({
  kind: 'mint',
  build: ([uuid]) => buildMintCall(sql, config, uuid as string),
  done: isMinted,
  undone: (tx) => tx`not ${isMinted(tx)}
    and exists (select 1 from token t where t.uuid::text = task.subject and t.status = 'minting')`,
  // A call to a collection that a reorg has removed succeeds and does nothing; the next one goes through the factory.
  canMineWithoutEffect: true,
  handBack: (tx, uuid, code) => mintFailed(tx, uuid, code === 'chain.alreadyMinted'),
});
