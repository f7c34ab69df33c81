import { tokenListQuery } from '../token/token.query.ts';

/**
 * The works that could be parents: those that carry a generation, the first one. The collection they belong to is the
 * one that is meant for breeding.
 */
export const parentsQuery = tokenListQuery({ trait: ['Generation:0'], sortBy: 'createdAt:ASC' });
