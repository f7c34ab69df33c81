import { z } from 'zod';
import { uuid } from './primitive.ts';

/** A collection where something else names it. */
export const collectionRef = z.object({
  uuid,
  name: z.string(),
  /** An admin has verified who makes it. */
  isVerified: z.boolean(),
});
