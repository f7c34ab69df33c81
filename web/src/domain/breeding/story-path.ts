import { path } from '../../platform/route/path.ts';

/** Where the story of a breeding stands. */
export const storyPath = (uuid: string): string => `${path.breeding}?breeding=${uuid}`;
