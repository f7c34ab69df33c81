import { frontPageEndpoints } from '@skarb/schema/front-page';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { readFrontPage } from './front-page.view.ts';

export const frontPageRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, frontPageEndpoints.show, async () => ({ data: await readFrontPage(db.read) }));
};
