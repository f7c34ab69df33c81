import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { image } from './media.ts';
import { list, listMeta, listQuery, time, uuid } from './primitive.ts';

/** A person with at least one public work. */
const artist = person.extend({
  /** Their public works. */
  works: z.number().int(),
  followerCount: z.number().int(),
  /** By the signed-in user; false for visitors, null for one's own. */
  isFollowed: z.boolean().nullable(),
  /** What their works have been sold for, in ether, without trades that look like a wash. */
  volume: z.string(),
  /** When the first of these works was minted. */
  createdAt: time,
  /** Their newest works, three at most. */
  tokens: z.array(z.object({ uuid, name: z.string(), image })),
});
export type Artist = z.infer<typeof artist>;

export const artistEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/artist',
    summary:
      'People who have made public works; `search` finds parts of a name or a nickname, otherwise in the other alphabet or without misspellings',
    access: 'optional',
    query: listQuery({ default: 24, max: 100 }, ['createdAt', 'works', 'followers', 'volume']),
    response: list(artist).extend({
      /** `corrected` is what was searched for instead: in the other alphabet, or with its misspellings corrected. */
      meta: listMeta.extend({ corrected: z.string().optional() }),
    }),
  }),
};
