import { z } from 'zod';
import { person, role } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { LEGAL_PAGES, PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { address, amount, hex, list, listQuery, one, queryBoolean, time, uuid } from './primitive.ts';
import { network } from './reference.ts';

const all = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });
const named = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{C}*$/u, 'no control characters');
const byId = z.object({ id: uuid });
const order = z.object({
  /** All uuids, in the new order. */
  uuids: z.array(uuid).min(1).max(1000),
});

// Reference data -------------------------------------------------------------------------------

const adminCategory = z.object({
  uuid,
  name: z.string(),
  /** The Ukrainian name. Null: pages show `name`. */
  nameUkr: z.string().nullable(),
  /** Switched off, it takes no new tokens and appears in no list of categories; it keeps those it has. */
  isEnabled: z.boolean(),
  /** Minted tokens in it. */
  tokens: z.number().int(),
  createdAt: time,
});
export type AdminCategory = z.infer<typeof adminCategory>;

/** What one unit of a currency is worth; its rate follows from the live prices. */
const peg = z.enum(['ETH', 'POL', 'USD', 'EUR', 'UAH']);
export type Peg = z.infer<typeof peg>;

const adminCurrency = z.object({
  uuid,
  name: z.string(),
  symbol: z.string(),
  networkUuid: uuid,
  networkName: z.string(),
  address: address.nullable(),
  decimals: z.number().int(),
  peg,
  isDefault: z.boolean(),
  /** Switched off, it prices no new offers; existing ones are still paid in it. */
  isEnabled: z.boolean(),
  /** The marketplace is deployed with it: its name and peg cannot be edited. */
  isBuiltIn: z.boolean(),
  createdAt: time,
});
export type AdminCurrency = z.infer<typeof adminCurrency>;

/** The symbol and decimals that a token contract reports. */
const currencyContract = z.object({ address, symbol: z.string(), decimals: z.number().int() });
export type CurrencyContract = z.infer<typeof currencyContract>;

const adminNetwork = network.omit({ smartAccount: true, leastTip: true }).extend({
  isEnabled: z.boolean(),
  /** The network that this server follows: its addresses come from the server's settings. */
  isRunning: z.boolean(),
});
export type AdminNetwork = z.infer<typeof adminNetwork>;

const url = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((text) => !/[<>"'\s]/.test(text), 'is no address');
const networkFields = {
  humanName: named(40),
  rpcUrl: url,
  explorerUrl: url.nullable(),
  nativeSymbol: named(12),
};

// Users ----------------------------------------------------------------------------------------

const adminUser = person.extend({
  role,
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  createdAt: time,
  blockedAt: time.nullable(),
  /** Shown to the blocked user. */
  blockedReason: z.string().nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

// Dashboard ------------------------------------------------------------------------------------

const count = z.number().int();
const dashboard = z.object({
  /** In ether, at the exchange rate at the time of each sale. */
  trade: z.object({
    volume: amount,
    fees: amount,
    sales: count,
    /** The last 90 days (UTC), oldest first, without gaps. */
    days: z.array(z.object({ day: z.iso.date(), volume: amount, fees: amount, sales: count })),
  }),
  users: z.object({ total: count, blocked: count, days: z.array(z.object({ day: z.iso.date(), joined: count })) }),
  tokens: z.object({ minted: count, onSale: count }),
  /** Counts stop at 10,000. `waiting`: due but not started; `failed`: given up. */
  jobs: z.object({ waiting: count, failed: count }),
  /** Of the last 30 days; `waiting` now. */
  mails: z.object({ sent: count, failed: count, waiting: count }),
  missingWords: count,
  marketplaceFeePercent: z.number(),
  /** What the operator has not made their own yet: the address on the page Contact, and pages with the default text. */
  asShipped: z.object({ isContactMissing: z.boolean(), pages: z.array(z.enum(LEGAL_PAGES)) }),
  /** The newest ten that lost their verified mark by a new name in the last 30 days and have not got it again. */
  lostMarks: z.array(
    z.object({
      subjectType: z.enum(['collection', 'user']),
      subjectUuid: uuid,
      name: z.string(),
      /** That the mark was given to. */
      nameThen: z.string(),
      at: time,
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;

const adminJob = z.object({
  /** Digits for a job of the queue; a uuid for a task of the operator or a log or row that the follower set aside. */
  id: z.string(),
  kind: z.enum(['job', 'task', 'follower']),
  /** What it does: `mail`, `mint`, `cancel`, …; of the follower `chain-log`, `chain-undo` or `chain-row`. */
  name: z.string(),
  attempts: count,
  /** Given up; otherwise it is retried at `runAt`. */
  isGivenUp: z.boolean(),
  lastError: z.string(),
  runAt: time,
  updatedAt: time,
});
export type AdminJob = z.infer<typeof adminJob>;

/** Amounts in the native coin. A day is the last 24 hours, a month the last 30 days. */
const spent = { day: amount, month: amount, transactions: count };
const operatorReport = z.object({
  symbol: z.string(),
  /** Null until the worker has read it, or without an operator. */
  wallet: z
    .object({
      address,
      balance: amount,
      seenAt: time,
      /** At the rate of the last week; null when nothing was spent. */
      daysLeft: z.number().nullable(),
      /** Admins were notified that it is low, and it still is. */
      isLow: z.boolean(),
    })
    .nullable(),
  /** What mints and cancels may cost in 24 hours, and what they leave for the rest. */
  budget: z.object({
    day: amount,
    dayLeft: amount,
    accountDay: amount,
    /** The same for duties: settlements, stored blocks, hatches, lost breedings. */
    dutyDay: amount,
    dutyDayLeft: amount,
    dutyCauseDay: amount,
    /** For first network fees: one, all in 24 hours, and what is left of that. */
    drop: amount,
    dropDay: amount,
    dropDayLeft: amount,
    reserve: amount,
  }),
  total: z.object(spent),
  kinds: z.array(z.object({ kind: z.string(), ...spent })),
  /**
   * The 20 accounts or addresses with the highest cost of the month: those without an account cause settlements and
   * hatches. Both are null for the marketplace's own tasks and those of deleted accounts.
   */
  people: z.array(z.object({ person: person.nullable(), address: address.nullable(), ...spent })),
  /** Tasks that wait for a budget, and those that need more gas than is paid for. */
  held: count,
  tooDear: count,
  /**
   * Batches of the breeding contract with a root that is not of this server's secrets: someone committed with the
   * operator's key. `root` is the right one; nobody can breed until the owner restores it.
   */
  foreignRoots: z.array(z.object({ batch: z.string(), root: hex })),
});
export type OperatorReport = z.infer<typeof operatorReport>;

const admin = { access: 'admin' } as const;

export const adminEndpoints = {
  dashboard: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/dashboard',
    summary: 'Key figures of the marketplace: trade, users, jobs, mails',
    response: one(dashboard),
  }),
  operator: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/operator',
    summary: 'The balance of the operator’s wallet, and what it spent by task and user',
    response: one(operatorReport),
  }),
  jobs: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/job',
    summary: 'The latest 50 jobs that failed, whether given up or to be retried',
    response: all(adminJob),
  }),
  retryJob: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/job/{id}/retry',
    summary: 'Retry a failed job at once',
    params: z.object({ id: z.union([z.string().regex(/^\d{1,18}$/), uuid]) }),
    status: 204,
  }),

  categories: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/category',
    summary: 'All categories, in their order',
    response: all(adminCategory),
  }),
  addCategory: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/category',
    summary: 'Add a category at the end',
    body: z.object({ name: named(40), nameUkr: named(40) }),
    status: 201,
    response: one(adminCategory),
    creates: true,
  }),
  orderCategories: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/category/order',
    summary: 'Reorder the categories',
    body: order,
    status: 204,
  }),
  editCategory: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/category/{id}',
    summary: 'Rename a category, switch it on or off',
    params: byId,
    body: z.object({ name: named(40).optional(), nameUkr: named(40).optional(), isEnabled: z.boolean().optional() }),
    response: one(adminCategory),
  }),
  removeCategory: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/admin/category/{id}',
    summary: 'Remove a category that was never used; 409 for any other, which can be switched off instead',
    params: byId,
    status: 204,
  }),

  currencies: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/currency',
    summary: 'All currencies, in their order',
    response: all(adminCurrency),
  }),
  currencyContract: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/currency/contract',
    summary: 'Name, symbol and decimals of a token contract on this server’s chain',
    query: z.object({ address }),
    response: one(currencyContract),
  }),
  addCurrency: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/currency',
    summary: 'Add an ERC-20 token of this server’s chain as a currency; symbol and decimals are read from its contract',
    body: z.object({ address, name: named(12), peg }),
    status: 201,
    response: one(adminCurrency),
    creates: true,
  }),
  orderCurrencies: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/currency/order',
    summary: 'Reorder the currencies',
    body: order,
    status: 204,
  }),
  editCurrency: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/currency/{id}',
    summary: 'Edit a currency, switch it on or off, make it the default',
    params: byId,
    body: z.object({
      name: named(12).optional(),
      peg: peg.optional(),
      isEnabled: z.boolean().optional(),
      isDefault: z.literal(true).optional(),
    }),
    response: one(adminCurrency),
  }),

  networks: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/network',
    summary: 'All networks, in their order',
    response: all(adminNetwork),
  }),
  addNetwork: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/network',
    summary: 'Add a network, switched off; its RPC must answer with the given chain id',
    body: z.object({
      ...networkFields,
      name: z.string().regex(/^[a-z0-9-]{2,32}$/, 'small letters, digits and hyphens'),
      chainId: z.number().int().positive().max(2_147_483_647),
    }),
    status: 201,
    response: one(adminNetwork),
    creates: true,
  }),
  orderNetworks: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/network/order',
    summary: 'Reorder the networks',
    body: order,
    status: 204,
  }),
  editNetwork: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/network/{id}',
    summary: 'Edit a network, switch it on or off',
    params: byId,
    body: z.object({ ...networkFields, isEnabled: z.boolean() }).partial(),
    response: one(adminNetwork),
  }),

  users: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/user',
    summary: 'Users, newest first; `search` finds parts of names, e-mail addresses and wallets, and complete uuids',
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['createdAt'])
      .pick({ page: true, limit: true, search: true })
      .extend({ role: role.optional(), isBlocked: queryBoolean.optional() }),
    response: list(adminUser),
  }),
  changeRole: endpoint({
    ...admin,
    method: 'PUT',
    path: '/admin/user/{id}/role',
    summary: 'Set a user’s role; a user who created a collection is at least a CREATOR',
    params: byId,
    body: z.object({ role }),
    response: one(adminUser),
  }),
  blockUser: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/user/{id}/block',
    summary: 'Block a user: ends their sessions, suspends their offers and mails them the reason',
    params: byId,
    body: z.object({ reason: named(300) }),
    response: one(adminUser),
  }),
  unblockUser: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/user/{id}/unblock',
    summary: 'Unblock a user: their offers that are still valid become active again',
    params: byId,
    response: one(adminUser),
  }),
};
