import { followEndpoints } from '@skarb/schema/follow';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { readFeed } from './feed.view.ts';
import { follow, unfollow } from './follow.service.ts';
import { readFollowed } from './follow.view.ts';

export const followRoutes = (binder: Binder, context: Pick<Context, 'db'>): void => {
  // Each change empties the caches of public pages, on every server.
  bind(binder, followEndpoints.follow, async ({ caller, params, request }) => {
    await binder.rateLimit(...costly('follow', request, caller, 60));
    await follow(context, caller.uuid, params.id);
  });
  bind(binder, followEndpoints.unfollow, async ({ caller, params, request }) => {
    await binder.rateLimit(...costly('follow', request, caller, 60));
    await unfollow(context, caller.uuid, params.id);
  });
  bind(binder, followEndpoints.followed, ({ caller, query }) => readFollowed(context.db.sql, caller.uuid, query));
  // From the primary: whoever has just followed somebody comes here.
  bind(binder, followEndpoints.feed, async ({ caller, query, request }) => {
    await binder.rateLimit(...costly('feed', request, caller, 60));
    return readFeed(context.db.sql, caller.uuid, query);
  });
};
