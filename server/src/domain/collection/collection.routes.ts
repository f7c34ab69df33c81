import { collectionEndpoints } from '@skarb/schema/collection';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { createCollection, editCollection } from './collection.service.ts';
import { collectionHolders, collectionTraits } from './collection.holder.view.ts';
import { getCollection, listCollections } from './collection.view.ts';

export const collectionRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { db } = context;
  bind(binder, collectionEndpoints.list, ({ query, caller }) => listCollections(db.read, query, caller?.uuid));
  bind(binder, collectionEndpoints.show, async ({ params, caller }) => ({
    data: await getCollection(db.read, params.id, caller?.uuid),
  }));
  bind(binder, collectionEndpoints.traits, ({ params, caller }) => collectionTraits(db.read, params.id, caller?.uuid));
  bind(binder, collectionEndpoints.holders, ({ params, query, caller }) =>
    collectionHolders(db.read, params.id, query, caller?.uuid),
  );
  bind(
    binder,
    collectionEndpoints.create,
    // The binder checks that the file is there.
    async ({ caller, body, files }) => ({
      data: await createCollection(context, caller, body, files.file as UploadedFile),
    }),
    ({ caller }) => [{ name: 'create-collection', key: caller.uuid, max: 60, seconds: 60 }],
  );
  bind(
    binder,
    collectionEndpoints.edit,
    async ({ caller, params, body, files }) => ({
      data: await editCollection(context, caller, params.id, { body, files }, binder.rateLimit),
    }),
    ({ caller }) => [{ name: 'edit-collection', key: caller.uuid, max: 30, seconds: 60 }],
  );
};
