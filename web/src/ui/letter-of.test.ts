import { expect, it } from 'vitest';
import { letterOf } from './letter-of.ts';

it('a shortcut is the same key with Caps Lock, on a Ukrainian keyboard and on a French one', () => {
  expect(letterOf({ key: 'f', code: 'KeyF' })).toBe('f');
  expect(letterOf({ key: 'F', code: 'KeyF' })).toBe('f');
  expect(letterOf({ key: 'а', code: 'KeyF' })).toBe('f');
  expect(letterOf({ key: 'А', code: 'KeyF' })).toBe('f');
  // AZERTY has its M where QWERTY has the semicolon, and its Q at the place of A.
  expect(letterOf({ key: 'm', code: 'Semicolon' })).toBe('m');
  expect(letterOf({ key: 'q', code: 'KeyA' })).toBe('q');
});

it('keys that are no letters keep their names', () => {
  expect(letterOf({ key: 'Home', code: 'Home' })).toBe('Home');
  expect(letterOf({ key: ' ', code: 'Space' })).toBe(' ');
  // Ukrainian “є” stands beside the letters of a Latin keyboard.
  expect(letterOf({ key: 'є', code: 'Quote' })).toBe('є');
});
