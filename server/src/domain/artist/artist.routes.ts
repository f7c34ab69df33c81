import { artistEndpoints } from '@skarb/schema/artist';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { listArtists } from './artist.view.ts';

export const artistRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, artistEndpoints.list, ({ query, caller }) => listArtists(db.read, query, caller?.uuid));
};
