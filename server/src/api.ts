import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { accountKeyRoutes, accountRecoveryRoutes, bundlerRoutes } from './domain/account/account.routes.ts';
import { activityRoutes } from './domain/activity/activity.routes.ts';
import { adminRoutes } from './domain/admin/admin.routes.ts';
import { artistRoutes } from './domain/artist/artist.routes.ts';
import { accountRoutes } from './domain/auth/account.routes.ts';
import { authRoutes } from './domain/auth/auth.routes.ts';
import { passkeyRoutes } from './domain/auth/passkey.routes.ts';
import { readCaller } from './domain/auth/session.service.ts';
import { breedingRoutes } from './domain/breeding/breeding.routes.ts';
import { cartRoutes } from './domain/offer/cart/cart.routes.ts';
import { chartRoutes } from './domain/chart/chart.routes.ts';
import { collectionRoutes } from './domain/collection/collection.routes.ts';
import { devRoutes } from './domain/dev/dev.routes.ts';
import { exhibitionRoutes } from './domain/exhibition/exhibition.routes.ts';
import { frontPageRoutes } from './domain/front-page/front-page.routes.ts';
import { followRoutes } from './domain/follow/follow.routes.ts';
import { createHub } from './domain/live/live.hub.ts';
import { liveRoutes } from './domain/live/live.routes.ts';
import { localeRoutes } from './domain/locale/locale.routes.ts';
import { mediaRoutes } from './domain/media/media.routes.ts';
import { moderationRoutes } from './domain/moderation/moderation.routes.ts';
import { notificationRoutes } from './domain/notification/notification.routes.ts';
import { rederiveOpenOffers } from './domain/offer/offer.derive.ts';
import { offersOfToken } from './domain/offer/offer.view.ts';
import { offerRoutes } from './domain/offer/offer.routes.ts';
import { onrampRoutes } from './domain/onramp/onramp.routes.ts';
import { operatorPageRoutes } from './domain/operator-page/operator-page.routes.ts';
import { ownDataRoutes } from './domain/own-data/own-data.routes.ts';
import { portfolioRoutes } from './domain/portfolio/portfolio.routes.ts';
import { priceRoutes } from './domain/price/price.routes.ts';
import { referenceAdminRoutes } from './domain/reference/reference.admin.routes.ts';
import { referenceRoutes } from './domain/reference/reference.routes.ts';
import { searchRoutes } from './domain/search/search.routes.ts';
import { shareRoutes } from './domain/share/share.routes.ts';
import { sitemapRoutes } from './domain/sitemap/sitemap.routes.ts';
import { statusRoutes } from './domain/status/status.routes.ts';
import { tokenRoutes } from './domain/token/token.routes.ts';
import { transactionRoutes } from './domain/transaction/transaction.routes.ts';
import { trendingRoutes } from './domain/trending/trending.routes.ts';
import { walletRoutes } from './domain/wallet/wallet.routes.ts';
import { listen } from './platform/db/listen.ts';
import { createHttp } from './platform/http/app.ts';
import { webRoutes } from './web.ts';

/** The HTTP server with every domain's routes. It does not listen yet. */
export const createApi = async (context: Context): Promise<FastifyInstance> => {
  const { config, db } = context;
  const authenticate = (token: string) => readCaller(context, token);
  const binder = await createHttp({
    sql: db.sql,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    hasRateLimits: config.hasRateLimits,
    hasCaches: config.hasCaches,
    authenticate,
    hstsSeconds: config.hstsSeconds,
    mediaUrl: config.mediaUrl,
    replayed: db.replayed,
  });
  statusRoutes(binder, context);
  authRoutes(binder, context);
  accountRoutes(binder, context);
  passkeyRoutes(binder, context);
  walletRoutes(binder, context);
  referenceRoutes(binder, context);
  referenceAdminRoutes(binder, context);
  priceRoutes(binder, context);
  localeRoutes(binder, context);
  mediaRoutes(binder, context);
  collectionRoutes(binder, context);
  trendingRoutes(binder, context);
  activityRoutes(binder, context);
  exhibitionRoutes(binder, context);
  frontPageRoutes(binder, context);
  tokenRoutes(binder, context, { offersOfToken, rederiveOpenOffers });
  artistRoutes(binder, context);
  followRoutes(binder, context);
  chartRoutes(binder, context);
  offerRoutes(binder, context);
  cartRoutes(binder, context);
  portfolioRoutes(binder, context);
  breedingRoutes(binder, context);
  bundlerRoutes(binder, context);
  accountKeyRoutes(binder, context);
  accountRecoveryRoutes(binder, context);
  transactionRoutes(binder, context);
  notificationRoutes(binder, context);
  moderationRoutes(binder, context);
  onrampRoutes(binder, context);
  ownDataRoutes(binder, context);
  adminRoutes(binder, context);
  operatorPageRoutes(binder, context);
  searchRoutes(binder, context);
  const share = shareRoutes(binder, context);
  sitemapRoutes(binder, context);
  devRoutes(binder, context);
  const hub = createHub();
  liveRoutes(binder, hub, { authenticate });
  const web = await webRoutes(binder, context);
  binder.answerFrom(web.find);
  // Caches must not hide a change by the worker or another process.
  const forget = (uuids?: readonly string[]) => {
    binder.publicCache.clear();
    web.forget(uuids);
    share.forget(uuids);
  };
  let unlisten: (() => Promise<void>) | undefined;
  binder.app.addHook('onListen', async () => {
    unlisten = listen(config.database.url, {
      // The payload is a list of uuids; an empty one means that anything may have changed.
      public_change: (payload) => db.afterReplay(() => forget(payload ? payload.split(',') : undefined)),
      change: (payload) =>
        db.afterReplay(() => {
          // The follower has caught up after it was far behind: it announced no change of single objects.
          if (!payload) hub.resync();
          else hub.announce(payload);
        }),
    });
  });
  binder.app.addHook('onClose', async () => unlisten?.());
  return binder.app;
};
