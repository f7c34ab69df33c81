/** The first part of query keys whose answers belong to one account. They are reset when another user signs in. */
export const PRIVATE = 'private';
