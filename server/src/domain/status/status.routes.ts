import { statusEndpoints } from '@skarb/schema/status';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import type { addMetrics } from '../../platform/http/metrics.ts';
import { readReadiness } from './status.view.ts';

/** Whether the server lives, whether it can work, and its numbers. */
export const statusRoutes = (binder: Binder & { metrics: ReturnType<typeof addMetrics> }, context: Context): void => {
  const { registry, gauge } = binder.metrics;
  const isReady = gauge('skarb_ready', '1 when database, chain and worker are there');
  const lagBlocks = gauge('skarb_follower_lag_blocks', 'Blocks between the chain and the records');
  const lagSeconds = gauge('skarb_follower_lag_seconds', 'Age of the newest block in the records, 0 when level');
  const ready = async () => {
    try {
      const readiness = await readReadiness(context);
      isReady.set(1);
      lagBlocks.set(readiness.worker.lagBlocks);
      lagSeconds.set(readiness.worker.lagSeconds);
      return readiness;
    } catch (error) {
      isReady.set(0);
      throw error;
    }
  };
  bind(binder, statusEndpoints.health, async () => ({ data: { ok: true } as const }));
  bind(binder, statusEndpoints.ready, async () => ({ data: await ready() }));
  binder.app.get('/api/metrics', async (_request, reply) => {
    await ready().catch(() => {});
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
};
