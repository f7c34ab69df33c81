/** The rules for imports between modules, as data. imports.mjs checks them in `npm test`. */

/** Simulations count as tests, even when a script runs them. */
const TEST = /^(server\/sim|web\/testing)\/|\.(test|spec)\.tsx?$|\/testing[a-z-]*\.ts$/;
const role = (...names) => new RegExp(`^(?:server|web)/src/.+\\.(?:${names.join('|')})\\.tsx?$`);

/**
 * Stores that other domains use, because the rows of both are written in one transaction, with these domains. Below
 * server/src/domain; imports.mjs names an entry that nothing needs any more.
 */
export const sharedStores = {
  'audit/audit.store.ts': ['reference'],
  'auth/auth.store.ts': ['collection', 'moderation'],
  'auth/person-count.store.ts': ['follow'],
  'breeding/breeding.store.ts': ['admin'],
  'collection/collection.store.ts': ['follow', 'moderation', 'offer', 'token'],
  'offer/store/offer.store.ts': ['moderation'],
  'operator/operator.spend.store.ts': ['admin'],
  'operator/operator.store.ts': ['account', 'breeding', 'offer', 'token', 'wallet'],
  'reference/reference.store.ts': ['price'],
  'token/store/history.store.ts': ['breeding', 'offer'],
  'token/store/token.store.ts': ['breeding', 'moderation', 'offer'],
  'wallet/wallet.drop.store.ts': ['admin'],
};

/**
 * One rule: files that match `from` may not import targets for which `to` returns true. Paths are relative to the
 * repository; a package is written `npm:name`, a module of Node `node:name`. `why` explains the rule to whoever breaks
 * it. A rule holds for tests only if it says `tests`.
 * @type {{ name: string, from: RegExp, to: (target: string, from: string) => boolean, why: string, tests?: boolean }[]}
 */
export const rules = [
  {
    name: 'schema knows zod only',
    from: /^schema\/src\//,
    to: (target) => !/^schema\/|^npm:zod$/.test(target),
    why: 'schemas run in the browser, in the server and in tests alike',
  },
  {
    name: 'client knows schema',
    from: /^client\/src\//,
    to: (target) => !/^(client|schema)\/|^npm:zod$/.test(target),
    why: 'other people install it: it runs in a browser and in Node, without the rest',
  },
  {
    name: 'contracts know the limits alone',
    from: /^contracts\//,
    to: (target) => /^(schema|client|server|web|art|local|e2e|bench)\/(?!src\/limits\.ts)/.test(target),
    why: 'contracts are at the bottom; the marketplace’s fee is written in schema/src/limits.ts once',
  },
  {
    name: 'account knows the contracts’ interfaces',
    from: /^contracts\/account\//,
    to: (target) => !/^contracts\/(account|abi)\/|^npm:viem$/.test(target),
    why: 'the web app sends this code to a browser',
  },
  {
    name: 'tests of contracts know contracts and the schema’s arithmetic',
    from: /^contracts\/test\//,
    to: (target) =>
      /^(client|server|web|local|e2e|bench|tools)\//.test(target) ||
      /^schema\/(?!src\/(limits|genome)\.ts)/.test(target),
    why: 'a contract is right or wrong without the marketplace around it',
    tests: true,
  },
  {
    name: 'journeys know the product by its address',
    from: /^e2e\//,
    to: (target) =>
      /^(web|bench)\//.test(target) ||
      /^server\/(?!src\/.*testing|src\/domain\/reference\/reference\.store\.ts)/.test(target) ||
      /^tools\/(?!chromium)/.test(target),
    why: 'a journey sees what a user sees: the schema, a chain and a running stack',
    tests: true,
  },
  {
    name: 'benchmarks know no sources of the web app',
    from: /^bench\//,
    to: (target) => /^web\/|^e2e\/(?!people)|^tools\/(?!chromium)/.test(target),
    why: 'they measure the built product and parts of the server',
    tests: true,
  },
  {
    name: 'tools read the product as text',
    from: /^tools\//,
    to: (target) => /^(client|contracts|web|e2e|bench)\//.test(target),
    why: 'a check must run, and say what is wrong, when the product does not compile',
    tests: true,
  },
  {
    name: 'art knows the server’s drawing alone',
    from: /^art\//,
    to: (target) => !/^art\/|^server\/src\/domain\/breeding\/art\/|^npm:sharp$|^node:/.test(target),
    why: 'a picture depends on its seed and nothing else',
  },
  {
    name: 'server knows schema and contracts',
    from: /^server\/src\//,
    // The texts of mails are in the same folder as the interface's.
    to: (target) => /^(client|web(?!\/locales\/)|art|local|e2e|bench)\//.test(target),
    why: 'the server runs without the local stack and without the web app’s sources',
  },
  {
    name: 'web knows schema and the contracts’ interfaces',
    from: /^web\/src\//,
    to: (target) =>
      /^(server|art|local|e2e|bench)\/|^contracts\/(?!(abi|account)\/)/.test(target) || target.startsWith('node:'),
    why: 'this code is sent to a browser',
  },
  {
    name: 'only tests import tests',
    from: /^(schema|client|contracts|server|web|art|local)\//,
    to: (target) => TEST.test(target) || /^(e2e|bench)\//.test(target),
    why: 'a product must not need its tests',
  },
  {
    name: 'platform knows no domain',
    from: /^server\/src\/platform\//,
    to: (target) => /^server\/src\/(domain|main)\/|^server\/src\/(context|api|worker)\.ts$/.test(target),
    why: 'what lies under every domain may not depend on one',
  },
  {
    name: 'rules know schema',
    from: role('rules'),
    to: (target) =>
      /^server\/src\/(platform\/(db|http\/(?!app-error\.ts)|queue)|main)\b/.test(target) ||
      /^web\/src\/(ui|page|app|platform\/(api|query|route|session|i18n))\/|^web\/.+\.(tsx|query\.ts)$/.test(target) ||
      role('store', 'view', 'service', 'routes', 'events', 'jobs').test(target) ||
      /^npm:(postgres|fastify|graphile-worker|nodemailer|react.*|@tanstack\/.+)$|^node:(fs|net|http|child_process)/.test(
        target,
      ),
    why: 'rules decide, they do not ask anybody',
  },
  {
    name: 'store and view know rules and the database',
    from: role('store', 'view'),
    to: (target) => role('service', 'routes', 'events', 'jobs').test(target) || target === 'npm:fastify',
    why: 'SQL is below the use cases',
  },
  {
    name: 'a store is used by its own domain',
    from: /^server\/src\/domain\//,
    to: (target, from) =>
      role('store').test(target) && domainOf(target) !== domainOf(from) && !isShared(target, domainOf(from)),
    why: 'ask the service or a view of the other domain, or add a line to sharedStores',
  },
  {
    name: 'a service uses its own store',
    from: role('service'),
    to: (target, from) => role('store').test(target) && domainOf(target) !== domainOf(from),
    why: 'what another domain keeps is asked of its service',
  },
  {
    name: 'services know no binding',
    from: role('service', 'events', 'jobs'),
    to: (target) => role('routes').test(target) || target === 'npm:fastify',
    why: 'use cases do not know how they are called',
  },
  {
    name: 'services know no events or jobs',
    from: role('service'),
    to: (target) => role('events', 'jobs').test(target),
    why: 'events and jobs call services, not the other way',
  },
  {
    name: 'routes go through services and views',
    from: role('routes'),
    to: (target) => role('store', 'events', 'jobs', 'routes').test(target),
    why: 'a route binds a use case to an address and nothing else',
  },
  {
    name: 'web ui knows no domain',
    from: /^web\/src\/ui\//,
    to: (target) => /^web\/src\/(domain|page|app)\//.test(target),
    why: 'ui has no domain words',
  },
  {
    name: 'web platform knows nothing above it',
    from: /^web\/src\/platform\//,
    to: (target) => /^web\/src\/(ui|domain|page|app)\//.test(target),
    why: 'app → page → domain → ui, platform',
  },
  {
    name: 'web domain knows no page',
    from: /^web\/src\/domain\//,
    to: (target) => /^web\/src\/(page|app)\//.test(target),
    why: 'app → page → domain → ui, platform',
  },
  {
    name: 'web page knows no app',
    from: /^web\/src\/page\//,
    to: (target) => target.startsWith('web/src/app/'),
    why: 'app → page → domain → ui, platform',
  },
];

/**
 * The domains of the server and of the web app, lowest first: a domain imports lower ones only. A lower domain reaches
 * a higher one by a row that the higher one reads, or by a handler that `context.ts` registers.
 */
export const domainRanks = {
  server: [
    'mail',
    'sms',
    'media',
    'locale',
    'live',
    'audit',
    'operator',
    'hidden',
    'auth',
    'reference',
    'price',
    'collection',
    'token',
    'search',
    'artist',
    'offer',
    'portfolio',
    'transaction',
    'breeding',
    'account',
    'onramp',
    'notification',
    'moderation',
    'wallet',
    'chart',
    'activity',
    'follow',
    'trending',
    'exhibition',
    'front-page',
    'operator-page',
    'share',
    'sitemap',
    'own-data',
    'status',
    'admin',
    'dev',
  ],
  web: [
    'live',
    'operator-page',
    'share',
    'reference',
    'price',
    'onramp',
    'wallet',
    'auth',
    'profile',
    'follow',
    'artist',
    'collection',
    'token',
    'filter',
    'search',
    'create',
    'offer',
    'portfolio',
    'breeding',
    'moderation',
    'notification',
    'settings',
    'chart',
    'activity',
    'front',
    'admin',
  ],
};

/** Whether a file is a test or a test helper: the rules apply to the product, tests may import what they need. */
export function isTest(file) {
  return TEST.test(file);
}

function isShared(store, domain) {
  return sharedStores[store.replace('server/src/domain/', '')]?.includes(domain) ?? false;
}

function domainOf(file) {
  return /^server\/src\/domain\/([^/]+)\//.exec(file)?.[1];
}
