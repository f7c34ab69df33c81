import type { CollectionTrait } from '@skarb/schema/collection';
import { expect, it } from 'vitest';
import { titlesOf } from './property-words.ts';

const property = (name: string, translated?: { locale: string; name: string }): CollectionTrait =>
  ({ name, values: [], ...(translated && { localization: [translated] }) }) as unknown as CollectionTrait;

it('properties that read the same in a language have their own names beside them', () => {
  const properties = [
    property('Mood', { locale: 'uk', name: 'Настрій' }),
    property('Size'),
    property('Настрій', { locale: 'en', name: 'Mood' }),
  ];
  expect(titlesOf(properties, 'en')).toEqual(['Mood', 'Size', 'Mood (Настрій)']);
  expect(titlesOf(properties, 'ukr')).toEqual(['Настрій (Mood)', 'Size', 'Настрій']);
});
