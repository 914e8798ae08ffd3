import { describe, expect, it } from 'vitest';
import { type Sale, startSale } from './sale.ts';
import { deleteSaleDraft, saveSaleDraft, readSaleDrafts } from './sale-drafts.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T08:00:00Z');

function memory(content = '') {
  const items = new Map(content === '' ? [] : [['innkeeper.sales.1', content]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const begin = (): Sale => startSale({ isFree: false, search: { q: 'Sari' }, hotelId: 3, countryId: 102, seller: null });
const namesOf = (store: ReturnType<typeof memory>, user = 1, now = NOW) =>
  readSaleDrafts(store, user, now).map(({ name }) => name);

describe('unfinished sales', () => {
  it('are stored separately per user, newest first', () => {
    const store = memory();
    const sari = begin();
    saveSaleDraft(store, 1, { at: NOW, name: 'Sari', sale: sari });
    saveSaleDraft(store, 1, { at: NOW + 1, name: 'Budi', sale: begin() });
    saveSaleDraft(store, 2, { at: NOW, name: 'Wayan', sale: begin() });
    saveSaleDraft(store, 1, { at: NOW + 2, name: 'Sari Dewi', sale: { ...sari, step: 'payment' } });
    expect(namesOf(store)).toEqual(['Sari Dewi', 'Budi']);
    expect(namesOf(store, 2)).toEqual(['Wayan']);
    deleteSaleDraft(store, 1, sari.key);
    expect(namesOf(store)).toEqual(['Budi']);
  });

  it('are restored unchanged', () => {
    const store = memory();
    const sale: Sale = { ...begin(), membershipId: 4, sent: { type: 1, hotel_id: 3, membership_id: 4 } };
    saveSaleDraft(store, 1, { at: NOW, name: 'Sari', sale });
    expect(readSaleDrafts(store, 1, NOW)).toEqual([{ at: NOW, name: 'Sari', sale }]);
  });

  it('are at most five, and none is older than 30 days', () => {
    const store = memory();
    for (let day = 0; day < 7; day += 1)
      saveSaleDraft(store, 1, { at: NOW + day * DAY, name: `Guest ${day}`, sale: begin() });
    expect(namesOf(store, 1, NOW + 6 * DAY)).toEqual(['Guest 6', 'Guest 5', 'Guest 4', 'Guest 3', 'Guest 2']);
    expect(namesOf(store, 1, NOW + 34 * DAY)).toEqual(['Guest 6', 'Guest 5', 'Guest 4']);
  });

  it('are skipped if damaged', () => {
    const good = { at: NOW, name: 'Sari', sale: begin() };
    for (const broken of [
      'not json',
      '{}',
      JSON.stringify([{ ...good, sale: { ...good.sale, step: 'payday' } }]),
      JSON.stringify([{ ...good, sale: { ...good.sale, person: { first_name: {} } } }]),
      JSON.stringify([{ ...good, at: 'today' }]),
    ])
      expect(namesOf(memory(broken)), broken).toEqual([]);
    expect(namesOf(memory(JSON.stringify([null, good])))).toEqual(['Sari']);
  });

  it('are optional: a browser without storage sells without drafts', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveSaleDraft(full, 1, { at: NOW, name: 'Sari', sale: begin() })).not.toThrow();
  });
});
