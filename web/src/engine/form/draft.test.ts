import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  DRAFT_DAYS,
  combineDrafts,
  draftKey,
  draftOf,
  findDraft,
  isStillNews,
  keepDraft,
  resumeDraft,
} from './draft.ts';

const member = getResource('member');
const NOW = Date.UTC(2026, 4, 22, 9);
const DAY = 86_400_000;

function memoryStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('a draft', () => {
  it('holds the changed fields alone, with what they were', () => {
    const draft = draftOf(
      member,
      3,
      { first_name: 'Sari', last_name: 'Dewi', hotel_id: 4 },
      { first_name: 'Sari', last_name: 'Putri', hotel_id: 5 },
      NOW,
    );
    expect(draft).toEqual({
      at: NOW,
      version: 3,
      base: { last_name: 'Dewi', hotel_id: 4 },
      changes: { last_name: 'Putri', hotel_id: 5 },
    });
  });

  it('never holds a secret or a file', () => {
    const draft = draftOf(member, null, {}, { password: 'correct horse battery', first_name: 'Sari' }, NOW);
    expect(draft?.changes).toEqual({ first_name: 'Sari' });
    expect(draftOf(member, null, {}, { password: 'correct horse battery' }, NOW)).toBeNull();
  });

  it('is none where nothing changed', () => {
    expect(draftOf(member, 3, { last_name: 'Dewi' }, { last_name: 'Dewi' }, NOW)).toBeNull();
  });

  it('is found again under its key, and only there', () => {
    const store = memoryStore();
    const key = draftKey(1, 'member', 7);
    const draft = draftOf(member, 2, { last_name: null }, { last_name: 'Putri' }, NOW);
    expect(keepDraft(store, key, draft)).toBe(true);
    expect(findDraft(store, key, member, NOW + DAY)).toEqual(draft);
    expect(findDraft(store, draftKey(2, 'member', 7), member, NOW)).toBeUndefined();
    expect(findDraft(store, draftKey(1, 'member', null), member, NOW)).toBeUndefined();
    keepDraft(store, key, null);
    expect(findDraft(store, key, member, NOW)).toBeUndefined();
  });

  it('is forgotten when it is too old', () => {
    const store = memoryStore();
    keepDraft(store, 'k', draftOf(member, 2, {}, { last_name: 'Putri' }, NOW));
    expect(findDraft(store, 'k', member, NOW + DRAFT_DAYS * DAY)).toBeDefined();
    expect(findDraft(store, 'k', member, NOW + DRAFT_DAYS * DAY + 1)).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '{"at":"x"}', '{"at":1,"version":null,"base":{},"changes":{"last_name":{"a":1}}}'])(
    'is not offered when what is kept is damaged: $0',
    (text) => {
      const store = memoryStore();
      store.setItem('k', text);
      expect(findDraft(store, 'k', member, 1)).toBeUndefined();
    },
  );

  it('drops the fields that a newer build does not know any more', () => {
    const store = memoryStore();
    store.setItem(
      'k',
      JSON.stringify({
        at: NOW,
        version: 1,
        base: { gone: 'a', last_name: 'Dewi' },
        changes: { gone: 'b', last_name: 'Putri' },
      }),
    );
    expect(findDraft(store, 'k', member, NOW)?.changes).toEqual({ last_name: 'Putri' });
    store.setItem('k', JSON.stringify({ at: NOW, version: 1, base: {}, changes: { gone: 'b' } }));
    expect(findDraft(store, 'k', member, NOW)).toBeUndefined();
  });

  it('does not fail the form where the browser refuses to keep it', () => {
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(keepDraft(full, 'k', draftOf(member, 1, {}, { last_name: 'Putri' }, NOW))).toBe(false);
  });

  it('goes on from the version that it was made of, so that a newer one is noticed', () => {
    const draft = { at: NOW, version: 2, base: { last_name: 'Dewi' }, changes: { last_name: 'Putri' } };
    const saved = { last_name: 'Lestari', hobby: 'golf', remark: null };
    expect(resumeDraft(draft, { values: saved, version: 5 }, { ...saved, remark: 'typed since' })).toEqual({
      start: { values: { last_name: 'Dewi', hobby: 'golf', remark: null }, version: 2 },
      values: { last_name: 'Putri', hobby: 'golf', remark: 'typed since' },
    });
  });

  it('is kept together with an older one that is still on offer', () => {
    const older = {
      at: 1,
      version: 2,
      base: { last_name: 'Dewi', hobby: null },
      changes: { last_name: 'Putri', hobby: 'golf' },
    };
    const newer = {
      at: 2,
      version: 5,
      base: { hobby: 'yoga', remark: null },
      changes: { hobby: 'tennis', remark: 'x' },
    };
    expect(combineDrafts(older, newer)).toEqual({
      at: 2,
      version: 2,
      base: { last_name: 'Dewi', hobby: null, remark: null },
      changes: { last_name: 'Putri', hobby: 'tennis', remark: 'x' },
    });
    expect(combineDrafts(older, null)).toBe(older);
    expect(combineDrafts(null, newer)).toBe(newer);
  });

  it('is no news once the same was saved', () => {
    const draft = { at: NOW, version: 2, base: { last_name: 'Dewi' }, changes: { last_name: 'Putri' } };
    expect(isStillNews(member, draft, { last_name: 'Dewi' })).toBe(true);
    expect(isStillNews(member, draft, { last_name: 'Putri' })).toBe(false);
  });
});
