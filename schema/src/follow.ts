import { z } from 'zod';
import { activityEvent } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { list, listQuery, uuid } from './primitive.ts';

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
