/*
 * The site's service worker: without a connection it shows a page that says so, and it keeps the files whose names contain
 * their content (/assets/). It never keeps answers of the API, pages, or anything else: those are always fetched.
 *
 * Updates: the server writes the build into VERSION, so a new build is a new worker. It fetches its own offline pages,
 * then takes over at once (skipWaiting, clients.claim). That is safe, because it holds no page: whatever is open goes on
 * with the files that it has named itself.
 */
const VERSION = '%version%';
const OFFLINE = `skarb-offline-${VERSION}`;
const ASSETS = 'skarb-assets';
const ASSETS_MAX = 150;
/** The code and the BCP 47 tag of each language, such as `ukr:uk`; the first is the fallback. */
const LANGUAGES = '%languages%'.split(' ').map((facts) => facts.split(':'));
/** The fonts of the offline page. */
const FONTS = '%fonts%'.split(' ').filter(Boolean);

const offlinePage = (language) => `/offline?lng=${language}`;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(OFFLINE)
      .then((cache) => cache.addAll([...LANGUAGES.map(([language]) => offlinePage(language)), ...FONTS]))
      .then(() => self.skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('skarb-') && name !== OFFLINE && name !== ASSETS) await caches.delete(name);
    // The browser fetches the page while the worker starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The reader's choice, or the browser's language. */
const languageOf = async () => {
  const chosen = (await self.cookieStore?.get('i18nextLng').catch(() => undefined))?.value;
  const [tag] = navigator.language.toLowerCase().split('-');
  const [language] =
    LANGUAGES.find(([code]) => code === chosen) ?? LANGUAGES.find((facts) => facts[1] === tag) ?? LANGUAGES[0];
  return language;
};

const openPage = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const cache = await caches.open(OFFLINE);
    const page = await cache.match(offlinePage(await languageOf()));
    if (page) return page;
    throw error;
  }
};

const store = async (request, answer) => {
  const cache = await caches.open(ASSETS);
  await cache.put(request, answer);
  const names = await cache.keys();
  // The oldest come first: files of earlier builds.
  for (const old of names.slice(0, Math.max(0, names.length - ASSETS_MAX))) await cache.delete(old);
};

const openAsset = async (event) => {
  const { request } = event;
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  // The page does not wait for the disk.
  if (answer.status === 200 && answer.type === 'basic') event.waitUntil(store(request, answer.clone()).catch(() => {}));
  return answer;
};

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event));
});
