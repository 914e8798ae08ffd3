import { describe, expect, it } from 'vitest';
import { findAll } from './match.ts';

const entry = (name: string, otherName = '', aliases = '') => ({ name, otherName, aliases });
const names = (searchText: string, ...all: ReturnType<typeof entry>[]) =>
  findAll(searchText, all).map(({ name }) => name);

const newMember = entry('New member', 'Anggota baru', 'add create tambah buat');
const members = entry('Members', 'Anggota');
const logout = entry('Logout', 'Keluar', 'sign out exit');
const memberships = entry('Memberships', 'Keanggotaan');

describe('an entry of the palette', () => {
  it('is found by the beginnings of its words, in any order', () => {
    expect(names('new mem', newMember, members)).toEqual(['New member']);
    expect(names('mem new', newMember, members)).toEqual(['New member']);
    expect(names('ember', newMember, members)).toEqual([]);
  });

  it('is found by its names in both languages, and by synonyms', () => {
    expect(names('anggota baru', newMember, members)).toEqual(['New member']);
    expect(names('tambah anggota', newMember, members)).toEqual(['New member']);
    expect(names('keluar', newMember, logout)).toEqual(['Logout']);
    expect(names('sign out', newMember, logout)).toEqual(['Logout']);
  });

  it('is ranked by its match: whole name, beginning, a word, the other language, an alias', () => {
    expect(names('member', newMember, memberships, members)).toEqual(['Memberships', 'Members', 'New member']);
    expect(names('new member', entry('New member report'), newMember)).toEqual(['New member', 'New member report']);
    expect(names('anggota', newMember, members, entry('Anggota lama'))).toEqual([
      'Members',
      'Anggota lama',
      'New member',
    ]);
  });

  it('is found regardless of case and accents', () => {
    expect(names('CAFE', entry('Café terrace'))).toEqual(['Café terrace']);
  });

  it('is listed in its order if nothing was typed, and is not if the text has no word', () => {
    expect(names('  ', newMember, members)).toEqual(['New member', 'Members']);
    expect(names('…', newMember, members)).toEqual([]);
  });
});
