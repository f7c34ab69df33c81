import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { buildMintCall, mintFailed } from './token.mint.ts';

/** The task's token. Compared as a uuid, so that the primary key answers it; subjects of other kinds are no uuids. */
const subjectIn = (sql: Tx, status: 'minting' | 'minted') => sql`
  exists (select 1 from token t where t.uuid = case task.kind when 'mint' then task.subject::uuid end and t.status = ${status})`;

/** The operator submits a creator's signed mint request. The subject is the token's uuid. */
export const mintTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => ({
  kind: 'mint',
  build: ([uuid]) => buildMintCall(sql, config, uuid as string),
  done: (tx) => subjectIn(tx, 'minted'),
  undone: (tx) => tx`not ${subjectIn(tx, 'minted')} and ${subjectIn(tx, 'minting')}`,
  // A call to a collection that a reorg has removed succeeds and does nothing; the next one goes through the factory.
  canMineWithoutEffect: true,
  handBack: (tx, uuid, code) => mintFailed(tx, uuid, code === 'chain.alreadyMinted'),
});
