import type { FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { indexOf, KINDS, pagesOf, pieceOf, robotsOf, type Kind } from './sitemap.rules.ts';
import { listEntries, listStarts } from './sitemap.view.ts';

/** The starts of the parts change with every ten thousandth entry. */
const INDEX_MS = 600_000;
/** Short, because hidden pages must disappear; long enough for bursts of requests. */
const PIECE_MS = 30_000;
const KEPT = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Caches texts for a while; the first request makes them. */
const createShelf = () => {
  const kept = new Map<string, { until: number; text: Promise<string> }>();
  return (name: string, ms: number, make: () => Promise<string>): Promise<string> => {
    const found = kept.get(name);
    if (found && found.until > Date.now()) return found.text;
    const entry = { until: Date.now() + ms, text: make() };
    entry.text.catch(() => kept.get(name) === entry && kept.delete(name));
    kept.delete(name);
    kept.set(name, entry);
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return entry.text;
  };
};

/** `/robots.txt` and the sitemaps for search engines. */
export const sitemapRoutes = (binder: Binder, { config, db }: Pick<Context, 'config' | 'db'>): void => {
  const { app } = binder;
  const { publicUrl } = config;
  const shelf = createShelf();
  // On a shelf of its own: the index reads everything, and parts that nobody links to must not push it out.
  const indexShelf = createShelf();
  const xml = (reply: FastifyReply, text: string) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=300').send(text);

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robotsOf(publicUrl)),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    xml(
      reply,
      await indexShelf('index', INDEX_MS, async () => {
        const starts = {} as Record<Kind, string[]>;
        for (const kind of KINDS) starts[kind] = await listStarts(db.read, kind);
        return indexOf(publicUrl, starts);
      }),
    ),
  );
  app.get('/sitemap/pages.xml', async (_request, reply) => xml(reply, pagesOf(publicUrl)));
  app.get<{ Params: { kind: string; piece: string } }>('/sitemap/:kind/:piece', async (request, reply) => {
    const kind = KINDS.find((one) => one === request.params.kind);
    const after = /^(.+)\.xml$/.exec(request.params.piece)?.[1] ?? '';
    if (!kind || !UUID.test(after)) throw notFound('sitemap');
    // Any id starts a valid part: rate-limit clients that enumerate them.
    await binder.rateLimit({ name: 'sitemap', key: networkOf(request), max: 300, seconds: 60 });
    const make = async () => pieceOf(publicUrl, kind, await listEntries(db.read, kind, after));
    return xml(reply, await shelf(`${kind} ${after}`, PIECE_MS, make));
  });
};
