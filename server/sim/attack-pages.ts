/** Requests for rendered pages: every route of the web app, with random ids, queries, paths and encodings. */
import { ODD_ENCODED, type Arsenal, type Attack } from './attack-requests.ts';
import { ODD_TEXTS } from './attack-values.ts';
import type { Chance } from './chance.ts';

/** Routes of `web/src/app/routes.tsx`, each with the kind of id that it takes. */
export const ROUTES: Record<string, string | null> = {
  '/': null,
  '/nfts': null,
  '/nfts/:id': 'token',
  '/collections': null,
  '/collections/:id': 'collection',
  '/collections/:id/edit': 'collection',
  '/auctions': null,
  '/offers/:id': 'offer',
  '/profile': null,
  '/profile/:id': 'user',
  '/artists': null,
  '/portfolio': null,
  '/feed': null,
  '/create-nft': null,
  '/create-collection': null,
  '/confirmation': null,
  '/breeding': null,
  '/search': null,
  '/activity': null,
  '/exhibitions/:id': 'exhibition',
  '/admin-profile': null,
  '/settings': null,
  '/help': null,
  '/about': null,
  '/terms': null,
  '/privacy': null,
  '/contact': null,
  '/reset-password/:token': 'session',
  '/undo/:token': 'session',
  '/recovery/:token': 'session',
  '/404': null,
  '/nowhere': null,
  '/nowhere/:id': 'token',
};
/** Query parameters that pages read, and some that none reads. */
const NAMES =
  'q search page sort sortBy type trait categoryUuid collectionUuid creatorUuid ownerUuid networkUuid currencyUuid minPrice maxPrice tab section kind period token email matronUuid sireUuid language lang next __proto__ constructor utm_source'.split(
    ' ',
  );
const LANGUAGES = ['uk', 'en', 'uk-UA,uk;q=0.9', '*', ';;;q=x', 'x'.repeat(500), ''];

const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** A request without an account: only the app's script signs in, not the page. */
export const pageAttack = (chance: Chance, { pool }: Arsenal): Attack => {
  const pick = <T>(items: readonly T[]): T => chance.pick(items) as T;
  const odd = () => (chance.is(0.5) ? pick(ODD_ENCODED) : encode(pick(ODD_TEXTS)));
  const route = pick(Object.keys(ROUTES));
  const kind = ROUTES[route];
  let path = route.replace(/:\w+/, () => {
    if (chance.is(0.25)) return odd();
    return encode(pool.take(chance.is(0.8) && kind ? kind : pick(['user', 'token', 'offer', 'collection'])) ?? 'x');
  });
  const dice = chance.below(20);
  if (dice === 0) path += '/';
  else if (dice === 1) path = `${path}/${odd()}`;
  else if (dice === 2) path = path.toUpperCase();
  else if (dice === 3) path = path.replace('/', '//');
  const value = () =>
    chance.is(0.4)
      ? odd()
      : pick([
          encode(pool.take(pick(['user', 'token', 'offer', 'collection', 'category'])) ?? ''),
          String(chance.between(-2, 2 ** 31)),
          '1e400',
          'ERC721',
          'price%3AASC',
          '',
        ]);
  const query = Array.from({ length: chance.is(0.3) ? 0 : chance.between(1, chance.is(0.05) ? 60 : 5) }, () => {
    const name = chance.is(0.9) ? pick(NAMES) : odd();
    return chance.is(0.1) ? name : `${name}${chance.is(0.1) ? '[]' : ''}=${value()}`;
  }).join(pick(['&', '&', '&', ';', '&&']));
  const headers: Attack['headers'] = {
    accept: pick(['text/html', '*/*', 'application/json', '']),
    ...(chance.is(0.6) ? { 'accept-language': pick(LANGUAGES) } : {}),
    ...(chance.is(0.3) ? { cookie: pick(['language=ukr', 'language=%00', 'language', '=;;=', 'x'.repeat(3000)]) } : {}),
    ...(chance.is(0.2) ? { 'accept-encoding': pick(['br', 'gzip', 'identity;q=0', 'x']) } : {}),
    ...(chance.is(0.1) ? { 'if-none-match': pick(['*', '"x"', 'W/"']) } : {}),
    ...(chance.is(0.1) ? { range: pick(['bytes=0-0', 'bytes=-1', 'bytes=x']) } : {}),
  };
  const method = chance.weighed({ GET: 12, HEAD: 2, POST: 1, OPTIONS: 1 });
  return { method, target: `${path}${query ? `?${query}` : ''}`, headers, actor: 'visitor' };
};
