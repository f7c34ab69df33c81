import { path } from '../../platform/route/path.ts';

/** The page of a breeding. */
export const storyPath = (uuid: string): string => `${path.breeding}?breeding=${uuid}`;
