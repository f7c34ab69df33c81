/** A rendered page, and the uuids that it shows. */
export type Shown<Page> = {
  page: Page;
  shows: ReadonlySet<string>;
  /** It is about one object: whatever changes it announces something that it shows. */ isAboutOne?: boolean;
};

type Entry<Page> = {
  startedAt: number;
  page: Promise<Page>;
  /** Both are unknown until the page is rendered. */
  rendered: Page | undefined;
  shows: ReadonlySet<string> | undefined;
  /** The subjects that changed while the page was rendered. */
  changed: Set<string>;
  isAboutOne: boolean;
  /** Something that the page does not show has changed: its lists may lack it. */
  isBehind: boolean;
  isRenewing: boolean;
};
/** The memory of a uuid in a set. */
const UUID_BYTES = 100;

/** A uuid behind its first eight digits: a search that begins at hyphens takes a sixth of the time of one at digits. */
const UUID = /-(?<=[\da-f]{8}-)[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
/** The uuids in a text, such as the data of a page. */
export const uuidsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(UUID)].map(({ index }) => text.slice(index - 8, index + 28)));

/**
 * Caches rendered pages. A change of a subject drops the pages that show it, at once. Any other change may only add the
 * subject to a list: the other pages stay until they are `behindMs` old, and `isDue` asks for a new rendering before that,
 * so that visitors of a busy market do not wait for one. Pages about one object have no such list, and stay.
 * @param options.keptMs the longest time that a page is served
 * @param options.behindMs the longest time that a page's lists may lack a new subject
 * @param options.max the number of pages kept
 * @param options.maxBytes the memory of all kept pages by `bytesOf`, which may grow, and of what they show; the oldest go first
 */
export const createPageCache = <Page>({
  keptMs,
  behindMs,
  max,
  maxBytes = Infinity,
  bytesOf = () => 0,
  now = () => performance.now(),
}: {
  keptMs: number;
  behindMs: number;
  max: number;
  maxBytes?: number;
  bytesOf?: (page: Page) => number;
  now?: () => number;
}) => {
  const entries = new Map<string, Entry<Page>>();
  /** Pages being made again, which are not cached yet. */
  const rendering = new Set<Entry<Page>>();
  const drop = (key: string, entry: Entry<Page>) => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  const sizeOf = ({ rendered, shows }: Entry<Page>): number =>
    (rendered === undefined ? 0 : bytesOf(rendered)) + (shows?.size ?? 0) * UUID_BYTES;
  /** The oldest are the first of the map. */
  const makeRoom = () => {
    let bytes = 0;
    for (const entry of entries.values()) bytes += sizeOf(entry);
    for (const [key, entry] of entries) {
      if (entries.size <= max && bytes <= maxBytes && now() - entry.startedAt < keptMs) break;
      bytes -= sizeOf(entry);
      entries.delete(key);
    }
  };

  /**
   * @returns the cached page, also as `rendered` if it is rendered already, and whether the caller should `make` it again
   * in the background
   */
  const find = (key: string): { page: Promise<Page>; rendered: Page | undefined; isDue: boolean } | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const age = now() - entry.startedAt;
    if (age >= (entry.isBehind ? behindMs : keptMs)) return undefined;
    return {
      page: entry.page,
      rendered: entry.rendered,
      isDue: entry.isBehind && !entry.isRenewing && age >= behindMs / 2,
    };
  };

  /**
   * Renders a page and caches it; a page that fails, or is not `worthKeeping`, is not cached. While a page is made again,
   * `find` returns the one before.
   */
  const make = (
    key: string,
    render: () => Promise<Shown<Page>>,
    worthKeeping: (page: Page) => boolean = () => true,
  ): Promise<Page> => {
    const before = find(key) && entries.get(key);
    if (before) before.isRenewing = true;
    const rendered = render();
    const entry: Entry<Page> = {
      startedAt: now(),
      page: rendered.then(({ page }) => page),
      rendered: undefined,
      shows: undefined,
      changed: new Set(),
      isAboutOne: false,
      isBehind: false,
      isRenewing: false,
    };
    const keep = () => {
      entries.delete(key);
      entries.set(key, entry);
      makeRoom();
    };
    if (before) rendering.add(entry);
    else keep();
    rendered.then(
      ({ page, shows, isAboutOne = false }) => {
        entry.shows = shows;
        entry.isAboutOne = isAboutOne;
        if (isAboutOne) entry.isBehind = false;
        entry.rendered = page;
        if (entries.get(key) === entry) makeRoom();
        const isOld = [...entry.changed].some((uuid) => shows.has(uuid)) || !worthKeeping(page);
        // A page that was made again is cached if it is still wanted: `forget` removes it from `rendering`.
        if (before && rendering.delete(entry) && !isOld) keep();
        if (isOld) drop(key, entry);
      },
      () => {
        rendering.delete(entry);
        drop(key, entry);
        if (before) before.isRenewing = false;
      },
    );
    return entry.page;
  };
  return {
    find,
    make,
    /** @param uuids what has changed; undefined if that is anything */
    forget: (uuids?: readonly string[]): void => {
      if (!uuids) {
        entries.clear();
        rendering.clear();
        return;
      }
      const note = (entry: Entry<Page>) => {
        entry.isBehind = true;
        for (const uuid of uuids) entry.changed.add(uuid);
      };
      for (const entry of rendering) note(entry);
      for (const [key, entry] of entries)
        if (!entry.shows) note(entry);
        else if (uuids.some((uuid) => entry.shows?.has(uuid))) entries.delete(key);
        else entry.isBehind = !entry.isAboutOne;
    },
  };
};
