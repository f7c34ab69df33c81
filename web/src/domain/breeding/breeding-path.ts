import type { PageParameters } from '@skarb/schema/page-parameters';
import { path } from '../../platform/route/path.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The uuid that the address of the page "Breeding" gives; '' without a valid one. */
export const uuidIn = (query: PageParameters, name: 'matron' | 'sire' | 'breeding'): string => {
  const uuid = query.get(name);
  return uuid && UUID.test(uuid) ? uuid : '';
};

/** The page of a breeding. */
export const breedingPath = (uuid: string): string => `${path.breeding}?breeding=${uuid}`;
