import { describe, expect, it } from 'vitest';
import { type Sale, startSale } from './sale.ts';
import { deleteSaleDraft, saveSaleDraft, readSaleDrafts } from './sale-drafts.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T08:00:00Z');

function createMemoryStore(content = '') {
  const items = new Map(content === '' ? [] : [['innkeeper.sales.1', content]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const createSale = (): Sale =>
  startSale({ isFree: false, search: { q: 'Sari' }, hotelId: 3, countryId: 102, seller: null });
const draftNames = (store: ReturnType<typeof createMemoryStore>, user = 1, now = NOW) =>
  readSaleDrafts(store, user, now).map(({ name }) => name);

describe('unfinished sales', () => {
  it('are stored separately per user, newest first', () => {
    const store = createMemoryStore();
    const sariSale = createSale();
    saveSaleDraft(store, 1, { at: NOW, name: 'Sari', sale: sariSale });
    saveSaleDraft(store, 1, { at: NOW + 1, name: 'Budi', sale: createSale() });
    saveSaleDraft(store, 2, { at: NOW, name: 'Wayan', sale: createSale() });
    saveSaleDraft(store, 1, { at: NOW + 2, name: 'Sari Dewi', sale: { ...sariSale, step: 'payment' } });
    expect(draftNames(store)).toEqual(['Sari Dewi', 'Budi']);
    expect(draftNames(store, 2)).toEqual(['Wayan']);
    deleteSaleDraft(store, 1, sariSale.key);
    expect(draftNames(store)).toEqual(['Budi']);
  });

  it('are restored unchanged', () => {
    const store = createMemoryStore();
    const sale: Sale = { ...createSale(), membershipId: 4, sent: { type: 1, hotel_id: 3, membership_id: 4 } };
    saveSaleDraft(store, 1, { at: NOW, name: 'Sari', sale });
    expect(readSaleDrafts(store, 1, NOW)).toEqual([{ at: NOW, name: 'Sari', sale }]);
  });

  it('are at most five, and none is older than 30 days', () => {
    const store = createMemoryStore();
    for (let day = 0; day < 7; day += 1)
      saveSaleDraft(store, 1, { at: NOW + day * DAY, name: `Guest ${day}`, sale: createSale() });
    expect(draftNames(store, 1, NOW + 6 * DAY)).toEqual(['Guest 6', 'Guest 5', 'Guest 4', 'Guest 3', 'Guest 2']);
    expect(draftNames(store, 1, NOW + 34 * DAY)).toEqual(['Guest 6', 'Guest 5', 'Guest 4']);
  });

  it('are skipped if damaged', () => {
    const validDraft = { at: NOW, name: 'Sari', sale: createSale() };
    for (const storedText of [
      'not json',
      '{}',
      JSON.stringify([{ ...validDraft, sale: { ...validDraft.sale, step: 'payday' } }]),
      JSON.stringify([{ ...validDraft, sale: { ...validDraft.sale, person: { first_name: {} } } }]),
      JSON.stringify([{ ...validDraft, at: 'today' }]),
    ])
      expect(draftNames(createMemoryStore(storedText)), storedText).toEqual([]);
    expect(draftNames(createMemoryStore(JSON.stringify([null, validDraft])))).toEqual(['Sari']);
  });

  it('need no storage: a draft that cannot be saved causes no error', () => {
    const fullStore = {
      ...createMemoryStore(),
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveSaleDraft(fullStore, 1, { at: NOW, name: 'Sari', sale: createSale() })).not.toThrow();
  });
});
