import { path } from '../../platform/route/path.ts';

/** The page of a breeding. */
export const breedingPath = (uuid: string): string => `${path.breeding}?breeding=${uuid}`;
