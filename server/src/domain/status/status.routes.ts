import { statusEndpoints } from '@skarb/schema/status';
import type { Context } from '../../context.ts';
import { forbidden, unauthorized } from '../../platform/http/app-error.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { serveMetrics, type addMetrics } from '../../platform/http/metrics.ts';
import { sharedRun } from '../../platform/shared-run.ts';
import { readCaller } from '../auth/session.service.ts';
import { readReadiness } from './status.view.ts';

/** Anybody may ask whether the server is ready, which asks the node, the database and the storage: at most so often. */
const PROBE_MS = 500;

/** Health, readiness and metrics of the server. */
export const statusRoutes = (binder: Binder & { metrics: ReturnType<typeof addMetrics> }, context: Context): void => {
  const { registry, gauge } = binder.metrics;
  const isReady = gauge('skarb_ready', '1 when database, chain and worker are there');
  const lagBlocks = gauge('skarb_follower_lag_blocks', 'Blocks between the chain and the records');
  const lagSeconds = gauge('skarb_follower_lag_seconds', 'Age of the newest block in the records, 0 when level');
  const nodesLeftOut = gauge('skarb_chain_nodes_left_out', 'Nodes of CHAIN_RPC_URL that this process does not use');
  const setAside = gauge('skarb_follower_set_aside', 'Logs and rows that the follower could not apply or derive');
  const stalled = gauge('skarb_worker_stalled', 'Steps of the worker that have not ended for minutes');
  const storageUnavailable = gauge('skarb_storage_away', '1 when the storage of the media cannot be reached');
  const replicaOut = gauge('skarb_replica_out', '1 when the replica of DATABASE_READ_URL is not read');
  const operatorLow = gauge('skarb_operator_low', '1 when the operator’s wallet is running out');
  const ready = sharedRun(PROBE_MS, async () => {
    try {
      const readiness = await readReadiness(context);
      isReady.set(1);
      lagBlocks.set(readiness.worker.lagBlocks);
      lagSeconds.set(readiness.worker.lagSeconds);
      nodesLeftOut.set(readiness.chain.leftOut.length);
      setAside.set(readiness.setAside.count);
      stalled.set(readiness.worker.stalled.length);
      storageUnavailable.set(readiness.storage.ok ? 0 : 1);
      replicaOut.set(readiness.database.replica === false ? 1 : 0);
      operatorLow.set(readiness.operator?.isLow ? 1 : 0);
      return readiness;
    } catch (error) {
      isReady.set(0);
      throw error;
    }
  });
  bind(binder, statusEndpoints.health, async () => ({ data: { ok: true } as const }));
  bind(binder, statusEndpoints.ready, async () => ({ data: await ready() }));
  const numbers = async () => {
    await ready().catch(() => {});
    return registry.metrics();
  };
  binder.app.get('/api/metrics', async (request, reply) => {
    if (context.config.isProduction) await requireAdmin(context, request.headers.authorization);
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await numbers());
  });
  const { metrics } = context.config;
  if (!metrics) return;
  const own = serveMetrics(registry.contentType, numbers);
  binder.app.addHook('onListen', () => own.listen(metrics));
  binder.app.addHook('onClose', () => own.close());
};

/** In production Prometheus reads the separate port; the API's port is public. @throws AppError 401, 403 */
const requireAdmin = async (context: Context, authorization: string | undefined): Promise<void> => {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthorized();
  const caller = await readCaller(context, token);
  if (caller.role !== 'ADMIN') throw forbidden('admin.only', 'Only an admin may do this');
};
