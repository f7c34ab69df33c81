import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './primitive.ts';

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
};
