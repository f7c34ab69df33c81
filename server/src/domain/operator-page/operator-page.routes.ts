import { operatorPageEndpoints } from '@skarb/schema/operator-page';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { createOperatorPages } from './operator-page.view.ts';

export const operatorPageRoutes = (binder: Binder, { config }: Pick<Context, 'config'>): void => {
  const read = createOperatorPages({
    config,
    onBroken: (file, reason) => binder.app.log.warn({ file, reason }, 'a page of the operator cannot be shown'),
  });
  bind(binder, operatorPageEndpoints.show, async ({ params, query }) => ({
    data: await read(params.name, query.lng),
  }));
};
