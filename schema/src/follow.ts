import { z } from 'zod';
import { activityEvent } from './activity.ts';
import { person } from './auth.ts';
import { collection } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { list, listQuery, time, uuid } from './primitive.ts';

/** A person or a collection that the caller follows: one of the two. */
const followed = z.object({
  uuid,
  followedAt: time,
  /** False once the caller stops following while they read the list. */
  isFollowed: z.boolean(),
  followerCount: z.number().int(),
  person: person.nullable(),
  collection: collection.pick({ name: true, image: true, isVerified: true, creator: true }).nullable(),
});
export type FollowedEntry = z.infer<typeof followed>;

const id = z.object({ id: uuid });
export const followEndpoints = {
  follow: endpoint({
    method: 'POST',
    path: '/follow/{id}',
    summary: 'Follow a person or a collection',
    access: 'user',
    params: id,
    status: 204,
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/follow/{id}',
    summary: 'Stop following a person or a collection',
    access: 'user',
    params: id,
    status: 204,
  }),
  followed: endpoint({
    method: 'GET',
    path: '/follow',
    summary: 'The people and collections that the caller follows, the newest first, without hidden ones',
    access: 'user',
    query: listQuery({ default: 24, max: 100 }, ['createdAt']).pick({ page: true, limit: true }),
    response: list(followed),
  }),
  feed: endpoint({
    method: 'GET',
    path: '/feed',
    summary:
      'What the people and collections that the caller follows minted, listed, put up for auction and sold, newest first; the newest 240 entries',
    access: 'user',
    query: listQuery({ default: 24, max: 100 }, ['createdAt']).pick({ page: true, limit: true }),
    response: list(activityEvent),
  }),
};
