import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process and its requests, by route (URLs are unlimited). */
export const addMetrics = (
  app: FastifyInstance,
): {
  registry: Registry;
  gauge(name: string, help: string): Gauge;
  /** Counts a response that Fastify did not send. */
  observe(labels: { method: string; route: string; status: number }, seconds: number): void;
} => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'skarb_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.addHook('onClose', async () => {
    registry.clear();
  });
  return {
    registry,
    gauge: (name, help) => new Gauge({ name, help, registers: [registry] }),
    observe: (labels, seconds) => duration.observe(labels, seconds),
  };
};

/** A separate server for Prometheus: `GET /metrics` and nothing else. */
export const serveMetrics = (contentType: string, read: () => Promise<string>) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  return {
    /** @throws Error of Node, such as EADDRINUSE */
    listen: async ({ port, host }: { port: number; host: string }): Promise<void> => {
      server.listen(port, host);
      await once(server, 'listening');
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
