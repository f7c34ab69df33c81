import { breedingEndpoints } from '@skarb/schema/breeding';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { breedPair, hatchBreeding, showBreeding } from './breeding.breed.ts';
import { closeBreeding, openBreeding, showTerms } from './breeding.collection.ts';
import { breedingsOf, collectionsOf, familyOf, pairOf, tokensOf } from './breeding.service.ts';
import { offerSiring, withdrawSiring } from './breeding.siring.ts';

export const breedingRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  bind(binder, breedingEndpoints.collections, ({ query }) => collectionsOf(context, query));
  bind(binder, breedingEndpoints.terms, async ({ params, caller }) => ({
    data: await showTerms(context, params.id, caller?.uuid),
  }));
  bind(binder, breedingEndpoints.open, async ({ params, body, caller }) => {
    await binder.rateLimit({ name: 'open-breeding', key: caller.uuid, max: 30, seconds: 60 });
    return openBreeding(context, caller, params.id, body);
  });
  bind(binder, breedingEndpoints.close, ({ params, caller }) => closeBreeding(context, caller, params.id));
  bind(binder, breedingEndpoints.tokens, ({ query, caller }) => tokensOf(context, query, caller));
  bind(binder, breedingEndpoints.family, async ({ params, caller }) => ({
    data: await familyOf(context, params.id, caller),
  }));
  bind(binder, breedingEndpoints.pair, async ({ query, caller }) => ({ data: await pairOf(context, query, caller) }));
  bind(binder, breedingEndpoints.list, ({ query, caller }) => breedingsOf(context, query, caller));
  bind(binder, breedingEndpoints.show, async ({ params, caller }) => ({
    data: await showBreeding(context, params.id, caller?.uuid),
  }));
  bind(binder, breedingEndpoints.breed, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('breed', request, caller, 60));
    return { data: await breedPair(context, caller, body) };
  });
  bind(binder, breedingEndpoints.hatch, async ({ params, caller }) => {
    await binder.rateLimit({ name: 'hatch', key: caller.uuid, max: 60, seconds: 60 });
    return { data: await hatchBreeding(context, caller, params.id) };
  });
  bind(binder, breedingEndpoints.offerSiring, async ({ params, body, caller, request }) => {
    await binder.rateLimit(...costly('siring', request, caller, 60));
    return offerSiring(context, caller, params.id, body);
  });
  bind(binder, breedingEndpoints.withdrawSiring, async ({ params, caller, request }) => {
    await binder.rateLimit(...costly('siring', request, caller, 60));
    return withdrawSiring(context, caller, params.id);
  });
};
