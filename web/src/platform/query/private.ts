/** The first part of query keys whose answers belong to one account. They are removed when another user signs in. */
export const PRIVATE = 'private';
