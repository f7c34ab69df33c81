import { adminEndpoints } from '@skarb/schema/admin';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { addCategory, editCategory, listAllCategories, orderCategories, removeCategory } from './category.service.ts';
import {
  addCurrency,
  editCurrency,
  listAllCurrencies,
  orderCurrencies,
  readCurrencyContract,
} from './currency.service.ts';
import { addNetwork, editNetwork, listAllNetworks, orderNetworks } from './network.service.ts';

/** The admin's routes for categories, currencies and networks. */
export const referenceAdminRoutes = (binder: Binder, context: Context): void => {
  bind(binder, adminEndpoints.categories, async () => ({ data: await listAllCategories(context) }));
  bind(binder, adminEndpoints.addCategory, async ({ caller, body }) => ({
    data: await addCategory(context, caller.uuid, body),
  }));
  bind(binder, adminEndpoints.orderCategories, ({ caller, body }) => orderCategories(context, caller.uuid, body.uuids));
  bind(binder, adminEndpoints.editCategory, async ({ caller, params, body }) => ({
    data: await editCategory(context, caller.uuid, params.id, body),
  }));
  bind(binder, adminEndpoints.removeCategory, ({ caller, params }) => removeCategory(context, caller.uuid, params.id));

  bind(binder, adminEndpoints.currencies, async () => ({ data: await listAllCurrencies(context) }));
  bind(binder, adminEndpoints.currencyContract, async ({ query }) => ({
    data: await readCurrencyContract(context, query.address),
  }));
  bind(binder, adminEndpoints.addCurrency, async ({ caller, body }) => ({
    data: await addCurrency(context, caller.uuid, body),
  }));
  bind(binder, adminEndpoints.orderCurrencies, ({ caller, body }) => orderCurrencies(context, caller.uuid, body.uuids));
  bind(binder, adminEndpoints.editCurrency, async ({ caller, params, body }) => ({
    data: await editCurrency(context, caller.uuid, params.id, body),
  }));

  bind(binder, adminEndpoints.networks, async () => ({ data: await listAllNetworks(context) }));
  bind(binder, adminEndpoints.addNetwork, async ({ caller, body }) => ({
    data: await addNetwork(context, caller.uuid, body),
  }));
  bind(binder, adminEndpoints.orderNetworks, ({ caller, body }) => orderNetworks(context, caller.uuid, body.uuids));
  bind(binder, adminEndpoints.editNetwork, async ({ caller, params, body }) => ({
    data: await editNetwork(context, caller.uuid, params.id, body),
  }));
};
