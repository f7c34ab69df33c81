import type { Person, Profile } from '@skarb/schema/auth';
import type { Language } from '@skarb/schema/language';
import { tokenEndpoints, type Token } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import { amountText } from '../../platform/amount-text.ts';
import type { Tx } from '../../platform/db/database.ts';
import { parsed } from '../../platform/http/json-text.ts';
import { parse } from '../../platform/http/validate.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { getProfile } from '../auth/auth.view.ts';
import { getCollection } from '../collection/collection.view.ts';
import { getExhibition } from '../exhibition/exhibition.view.ts';
import { getOffer, offersOfToken } from '../offer/offer.view.ts';
import { listTokens } from '../token/token.list.ts';
import { getToken, localizationsOf } from '../token/token.view.ts';
import type { EmbedCard } from './share.embed.ts';
import { endOf, reachedOf, stateOf } from './share.rules.ts';
import { drawablePartOf } from './share.text.rules.ts';
import { nameOf } from '@skarb/schema/person-name';

/** What a link preview shows of a page: everything that is drawn, and nothing else. */
export type Preview = {
  /** Small, above the title. */
  label: string;
  title: string;
  by: string;
  /** The CID of the picture; undefined without one. */
  cid: string | undefined;
  /** A portrait is round. */
  isRound: boolean;
  /** The CID of an artist's portrait, above the words beside one of their works. */
  portrait?: string | undefined;
};

/** The first part of the paths of pages that link previews and cards show. */
export const PAGE_KINDS = ['nfts', 'collections', 'profile', 'offers'] as const;
type PageKind = (typeof PAGE_KINDS)[number];
/** Pages with a preview picture of their own; an exhibition has no card for other sites. */
export const PICTURE_KINDS = [...PAGE_KINDS, 'exhibitions'] as const;
type PictureKind = (typeof PICTURE_KINDS)[number];

const cidOf = (mediaPath: string | null): string | undefined => mediaPath?.split('/')[2];

/** @throws AppError 404 for what no visitor may see */
const getWork = (sql: Tx, uuid: string) => getToken(sql, uuid, undefined, offersOfToken);

/** Of a page that shows no single object: the mark, and what the site is. */
export const sitePreview = (language: Language): Preview => {
  const [title = '', ...others] = WORDS[language].tagline.split(/(?<=\.) /);
  return { label: '', title, by: others.join(' '), cid: undefined, isRound: false };
};

/** Who made it; nothing where the picture could not show the name. */
const byOf = (creator: Person, language: Language): string =>
  drawablePartOf(nameOf(creator)) && fill(WORDS[language].share.by, { name: nameOf(creator) });

const titleOf = (profile: Profile, language: Language): Pick<Preview, 'label' | 'title' | 'by'> => {
  const title = nameOf(profile);
  const { username, counts } = profile;
  return {
    label: WORDS[language].share[counts.created > 0 ? 'artist' : 'collector'],
    title,
    by: username && username !== title ? `@${username}` : '',
  };
};

/** @throws AppError 404 for what no visitor may see */
export const getPreview = async (sql: Tx, kind: PictureKind, uuid: string, language: Language): Promise<Preview> => {
  const words = WORDS[language].share;
  switch (kind) {
    case 'nfts': {
      const work = inLanguage(await getWork(sql, uuid), language);
      return {
        label: work.collection.name,
        title: work.name,
        by: byOf(work.creator, language),
        cid: cidOf(work.image.preview),
        isRound: false,
      };
    }
    case 'collections': {
      const collection = await getCollection(sql, uuid);
      return {
        label: words.collection,
        title: collection.name,
        by: byOf(collection.creator, language),
        cid: cidOf(collection.image.preview),
        isRound: false,
      };
    }
    case 'profile': {
      const profile = await getProfile(sql, uuid);
      const [titles, portrait] = [titleOf(profile, language), cidOf(profile.avatar)];
      const query = { creatorUuid: uuid, sortBy: 'favorites:DESC' };
      const [work] = profile.counts.created > 0 ? await listWorks(sql, query, 1, language) : [];
      const cid = work && cidOf(work.image.preview);
      return cid ? { ...titles, cid, isRound: false, portrait } : { ...titles, cid: portrait, isRound: true };
    }
    case 'offers': {
      const offer = await getOffer(sql, uuid, undefined);
      const { auction, endsAt } = offer;
      return {
        label: auction
          ? reachedOf(
              auction.highestBid ?? auction.reservePrice,
              offer.currency.name,
              auction.highestBid !== null,
              language,
            )
          : offer.token.collection.name,
        title: inLanguage(offer.token, language).name,
        by: auction && endsAt ? fill(words.ends, { day: endOf(endsAt, language, Date.now()) }) : '',
        cid: cidOf(offer.token.image.preview),
        isRound: false,
      };
    }
    case 'exhibitions': {
      const { title, works } = await getExhibition(sql, uuid, false);
      const [work] = works;
      return {
        label: words.exhibition,
        title: title[language],
        by: fill(words.works, { count: amountText(`${works.length}`, language) }),
        cid: work && cidOf(work.image.preview),
        isRound: false,
      };
    }
  }
};

/**
 * The first works of a list as it shows them to a visitor, with their texts in a language.
 * @param query of the list's endpoint, as texts
 */
export const listWorks = async (sql: Tx, query: object, limit: number, language: Language): Promise<Token[]> => {
  const { data } = await listTokens(
    sql,
    parse(tokenEndpoints.list.query, { ...query, limit: String(limit) }),
    undefined,
  );
  const works = parsed(data);
  // Lists have the names only.
  const localized = new Map(
    (
      await localizationsOf(
        sql,
        works.filter((work) => work.localization).map((work) => work.uuid),
      )
    ).map((row) => [row.token_uuid, row]),
  );
  return works.map((work) => inLanguage({ ...work, localization: localized.get(work.uuid) }, language));
};

/** At most this many works make the grid of a collection's or a person's card. */
const CARD_WORKS = 4;

/** @throws AppError 404 for what no visitor may see */
export const getEmbedCard = async (sql: Tx, kind: PageKind, uuid: string, language: Language): Promise<EmbedCard> => {
  const words = WORDS[language].share;
  const path = `/${kind}/${uuid}`;
  const newest = async (query: object): Promise<EmbedCard['pictures']> => {
    const works = await listWorks(sql, query, CARD_WORKS, language);
    return works.map(({ uuid: work, name, image }) => ({ path: `/nfts/${work}`, name, image }));
  };
  switch (kind) {
    case 'nfts':
    case 'offers': {
      const offer = kind === 'offers' ? await getOffer(sql, uuid, undefined) : undefined;
      const work = inLanguage(await getWork(sql, offer?.token.uuid ?? uuid), language);
      const state = stateOf(work, language) ?? words.notForSale;
      const ends = work.auction?.endsAt && fill(words.ends, { day: endOf(work.auction.endsAt, language, Date.now()) });
      return {
        path,
        title: work.name,
        by: fill(words.by, { name: nameOf(work.creator) }),
        state: ends ? `${state}, ${ends}` : state,
        pictures: [{ path, name: work.name, image: work.image }],
      };
    }
    case 'collections': {
      const { name, creator, stats } = await getCollection(sql, uuid);
      const works = fill(words.works, { count: amountText(`${stats.items}`, language) });
      const floor = stats.floorPrice && fill(words.floor, { price: `${amountText(stats.floorPrice, language)} ETH` });
      return {
        path,
        title: name,
        by: fill(words.by, { name: nameOf(creator) }),
        state: floor ? `${works} · ${floor}` : works,
        pictures: await newest({ collectionUuid: uuid }),
      };
    }
    case 'profile': {
      const profile = await getProfile(sql, uuid);
      const { label, title, by } = titleOf(profile, language);
      const { counts } = profile;
      const isMaker = counts.created > 0;
      return {
        path,
        title,
        by: by ? `${label} · ${by}` : label,
        state: fill(words.works, { count: amountText(`${isMaker ? counts.created : counts.gallery}`, language) }),
        pictures: await newest(isMaker ? { creatorUuid: uuid } : { ownerUuid: uuid }),
      };
    }
  }
};
