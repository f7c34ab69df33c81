import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { hiddenNotice } from './hidden.ts';
import { DESCRIPTION_MAX, NAME_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { image } from './media.ts';
import { address, list, listQuery, one, repeated, time, uuid } from './primitive.ts';
import { optionalText, requiredText, tokenType } from './token.ts';

export const collection = z.object({
  uuid,
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  description: z.string(),
  networkUuid: uuid,
  creatorUuid: uuid,
  imageHash: z.string(),
  imageUrl: z.string(),
  image,
  creator: person,
  /** Its contracts, one for each kind, deployed with the first mint of that kind; addresses are known before. */
  contracts: z.array(z.object({ type: tokenType, address, isDeployed: z.boolean() })),
  /** Prices in ether ("1.25"); other currencies at the rate at the time of the listing or sale. */
  stats: z.object({
    items: z.number().int(),
    owners: z.number().int(),
    floorPrice: z.string().nullable(),
    volume: z.string(),
    onSale: z.number().int(),
  }),
  /** Why only its creator and admins see it. */
  hidden: hiddenNotice.nullable(),
});
export type Collection = z.infer<typeof collection>;

const id = z.object({ id: uuid });
export const collectionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/collection',
    summary: 'Collections',
    access: 'optional',
    query: listQuery({ default: PAGE_SIZE.reference, max: PAGE_SIZE_MAX.reference }, [
      'createdAt',
      'name',
      'volume',
      'floorPrice',
      // In the order of the first page: featured collections in the admins' order, then by volume.
      'featured',
    ]).extend({ networkUuid: repeated(uuid).optional(), creatorUuid: uuid.optional() }),
    response: list(collection),
  }),
  show: endpoint({
    method: 'GET',
    path: '/collection/{id}',
    summary: 'One collection',
    access: 'optional',
    params: id,
    response: one(collection),
  }),
  create: endpoint({
    method: 'POST',
    path: '/collection',
    summary: 'Create a collection; its contract is deployed with its first mint',
    access: 'user',
    files: { file: { required: true } },
    body: z.object({
      name: requiredText(NAME_MAX),
      description: optionalText(DESCRIPTION_MAX).default(''),
      networkUuid: uuid.optional(),
    }),
    status: 201,
    response: one(collection),
    creates: true,
  }),
};
