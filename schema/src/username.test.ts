import { describe, expect, it } from 'vitest';
import { mayTakeUsername } from './username.ts';

describe('names that look like the marketplace itself', () => {
  it.each([
    'admin',
    'Admin',
    'ADMIN',
    'a_d_m_i_n',
    '_admin_',
    'adm1n',
    'аdmin', // a Cyrillic а
    'АДМІН',
    'админ',
    'αdmin',
    'ádmin',
    'adrnin',
    'ａｄｍｉｎ',
    'skarb',
    'Skarb_Support',
    '5karb',
    'ѕкаrb',
    'скарб',
    'sk4rb_0fficial',
    'Official',
    'offlclal',
    'supp0rt',
    'moderator',
    'Модератор',
    'підтримка',
    'SKARB_TEAM',
  ])('%s is reserved', (name) => expect(mayTakeUsername(name)).toBe(false));

  it.each([
    'kind_fern_391',
    'olena',
    'Олена',
    'modest',
    'modern_art',
    'adminton',
    'admin_k3j2',
    'badminton',
    'skarbnyk',
    'supporter',
    'teamwork',
    'helper',
    'rooted',
    'unofficial',
    '_',
    '7',
    '李明',
  ])('%s is allowed', (name) => expect(mayTakeUsername(name)).toBe(true));
});
