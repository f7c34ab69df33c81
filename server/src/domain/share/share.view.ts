import type { Language } from '@skarb/schema/language';
import type { Token } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import type { Tx } from '../../platform/db/database.ts';
import { parsed } from '../../platform/http/json-text.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { getProfile } from '../auth/auth.view.ts';
import { getCollection } from '../collection/collection.view.ts';
import { getOffer, offersOfToken } from '../offer/offer.view.ts';
import { listTokens } from '../token/token.list.ts';
import type { TokenQuery } from '../token/token.terms.ts';
import { getToken, localizationsOf } from '../token/token.view.ts';
import { dayOf, nameOf } from './share.rules.ts';

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
};

export const PREVIEW_KINDS = ['nfts', 'collections', 'profile', 'offers'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

const cidOf = (mediaPath: string | null): string | undefined => mediaPath?.split('/')[2];

/** @throws AppError 404 for what no visitor may see */
export const getWork = (sql: Tx, uuid: string) => getToken(sql, uuid, undefined, offersOfToken);

/** Of a page that shows no single object: the mark, and what the site is. */
export const sitePreview = (language: Language): Preview => {
  const [title = '', ...others] = WORDS[language].tagline.split(/(?<=\.) /);
  return { label: '', title, by: others.join(' '), cid: undefined, isRound: false };
};

/** @throws AppError 404 for what no visitor may see */
export const getPreview = async (sql: Tx, kind: PreviewKind, uuid: string, language: Language): Promise<Preview> => {
  const words = WORDS[language].share;
  switch (kind) {
    case 'nfts': {
      const work = inLanguage(await getWork(sql, uuid), language);
      return {
        label: work.collection.name,
        title: work.name,
        by: fill(words.by, { name: nameOf(work.creator) }),
        cid: cidOf(work.image.preview),
        isRound: false,
      };
    }
    case 'collections': {
      const collection = await getCollection(sql, uuid);
      return {
        label: words.collection,
        title: collection.name,
        by: fill(words.by, { name: nameOf(collection.creator) }),
        cid: cidOf(collection.image.preview),
        isRound: false,
      };
    }
    case 'profile': {
      const profile = await getProfile(sql, uuid);
      const name = nameOf(profile);
      return {
        label: profile.counts.created > 0 ? words.artist : words.collector,
        title: name,
        by: profile.username && profile.username !== name ? `@${profile.username}` : '',
        cid: cidOf(profile.avatar),
        isRound: true,
      };
    }
    case 'offers': {
      const offer = await getOffer(sql, uuid, undefined);
      const isAuction = offer.type === 'AUCTION' && offer.endsAt;
      return {
        label: isAuction ? words.auction : offer.token.collection.name,
        title: inLanguage(offer.token, language).name,
        by: isAuction ? fill(words.ends, { day: dayOf(offer.endsAt as string, language) }) : '',
        cid: cidOf(offer.token.image.preview),
        isRound: false,
      };
    }
  }
};

/** Works as a list shows them to a visitor, with their texts in a language. */
export const listWorks = async (sql: Tx, query: TokenQuery, language: Language): Promise<Token[]> => {
  const { data } = await listTokens(sql, query, undefined);
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
