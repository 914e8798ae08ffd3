import { describe, expect, it } from 'vitest';
import { findMatches } from './match.ts';

const createEntry = (name: string, otherName = '', aliases = '') => ({ name, otherName, aliases });
const findNames = (searchText: string, ...entries: ReturnType<typeof createEntry>[]) =>
  findMatches(searchText, entries).map(({ name }) => name);

const newMemberEntry = createEntry('New member', 'Anggota baru', 'add create tambah buat');
const membersEntry = createEntry('Members', 'Anggota');
const logoutEntry = createEntry('Logout', 'Keluar', 'sign out exit');
const membershipsEntry = createEntry('Memberships', 'Keanggotaan');

describe('an entry of the palette', () => {
  it('is found by the beginnings of its words, in any order', () => {
    expect(findNames('new mem', newMemberEntry, membersEntry)).toEqual(['New member']);
    expect(findNames('mem new', newMemberEntry, membersEntry)).toEqual(['New member']);
    expect(findNames('ember', newMemberEntry, membersEntry)).toEqual([]);
  });

  it('is found by its names in both languages, and by synonyms', () => {
    expect(findNames('anggota baru', newMemberEntry, membersEntry)).toEqual(['New member']);
    expect(findNames('tambah anggota', newMemberEntry, membersEntry)).toEqual(['New member']);
    expect(findNames('keluar', newMemberEntry, logoutEntry)).toEqual(['Logout']);
    expect(findNames('sign out', newMemberEntry, logoutEntry)).toEqual(['Logout']);
  });

  it('is ranked by its match: whole name, beginning, a word, the other language, an alias', () => {
    expect(findNames('member', newMemberEntry, membershipsEntry, membersEntry)).toEqual([
      'Memberships',
      'Members',
      'New member',
    ]);
    expect(findNames('new member', createEntry('New member report'), newMemberEntry)).toEqual([
      'New member',
      'New member report',
    ]);
    expect(findNames('anggota', newMemberEntry, membersEntry, createEntry('Anggota lama'))).toEqual([
      'Members',
      'Anggota lama',
      'New member',
    ]);
  });

  it('is found regardless of case and accents', () => {
    expect(findNames('CAFE', createEntry('Café terrace'))).toEqual(['Café terrace']);
  });

  it('is listed in its order without a search text, and is not found by a text without a word', () => {
    expect(findNames('  ', newMemberEntry, membersEntry)).toEqual(['New member', 'Members']);
    expect(findNames('…', newMemberEntry, membersEntry)).toEqual([]);
  });
});
