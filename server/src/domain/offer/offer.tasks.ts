import { offerZoneAbi } from '@skarb/contracts/abi';
import { encodeFunctionData } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { orderFromJson } from './offer.order.ts';

/** The order can no longer be filled: it is cancelled or sold out, or its maker's counter was raised. */
const isCancelled = (sql: Tx) => sql`
  exists (select 1 from seaport_order s where s.order_hash = task.subject and (s.cancellations > 0 or s.filled >= s.quantity))
  or not exists (select 1 from seaport_order s where s.order_hash = task.subject)`;

/** The operator cancels orders that name the marketplace's zone, all in one call. The subject is an order's hash. */
export const cancelTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => ({
  kind: 'cancel',
  isBatched: true,
  build: async (hashes) => {
    const rows = await sql<{ components: Record<string, unknown> }[]>`
      select components from seaport_order where order_hash = any(${hashes as string[]}::text[])
      order by array_position(${hashes as string[]}::text[], order_hash)`;
    const args = [rows.map(({ components }) => orderFromJson(components))] as const;
    return {
      to: config.deployment.offerZone,
      data: encodeFunctionData({ abi: offerZoneAbi, functionName: 'cancel', args }),
    };
  },
  done: isCancelled,
  undone: (tx) => tx`not (${isCancelled(tx)})`,
});
