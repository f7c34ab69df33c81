import { exhibitionEndpoints } from '@skarb/schema/exhibition';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { addExhibition, closeExhibition, editExhibition, reorderExhibitions } from './exhibition.service.ts';
import { adminExhibitions, getExhibition } from './exhibition.view.ts';

export const exhibitionRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, exhibitionEndpoints.show, async ({ params, caller }) => ({
    data: await getExhibition(db.read, params.id, caller?.role === 'ADMIN'),
  }));
  bind(binder, exhibitionEndpoints.list, async () => ({ data: await adminExhibitions(db.sql) }));
  bind(binder, exhibitionEndpoints.add, async ({ caller, body }) => ({
    data: await addExhibition({ db }, caller.uuid, body),
  }));
  bind(binder, exhibitionEndpoints.order, ({ caller, body }) => reorderExhibitions({ db }, caller.uuid, body.uuids));
  bind(binder, exhibitionEndpoints.edit, async ({ caller, params, body }) => ({
    data: await editExhibition({ db }, caller.uuid, params.id.toLowerCase(), body),
  }));
  bind(binder, exhibitionEndpoints.end, ({ caller, params }) => closeExhibition({ db }, caller.uuid, params.id));
};
