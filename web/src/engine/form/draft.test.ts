import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  DRAFT_DAYS,
  combineDrafts,
  draftKey,
  createDraft,
  findDraft,
  hasNewChanges,
  saveDraft,
  resumeDraft,
} from './draft.ts';

const member = getResource('member');
const NOW = Date.UTC(2026, 4, 22, 9);
const DAY = 86_400_000;

function createMemoryStore() {
  const valueByKey = new Map<string, string>();
  return {
    getItem: (key: string) => valueByKey.get(key) ?? null,
    setItem: (key: string, value: string) => void valueByKey.set(key, value),
    removeItem: (key: string) => void valueByKey.delete(key),
  };
}

describe('draft of a form', () => {
  it('contains only changed fields, with their previous values', () => {
    const draft = createDraft(
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

  it('never contains a secret or a file', () => {
    const draft = createDraft(member, null, {}, { password: 'correct horse battery', first_name: 'Sari' }, NOW);
    expect(draft?.changes).toEqual({ first_name: 'Sari' });
    expect(createDraft(member, null, {}, { password: 'correct horse battery' }, NOW)).toBeNull();
  });

  it('does not exist without changes', () => {
    expect(createDraft(member, 3, { last_name: 'Dewi' }, { last_name: 'Dewi' }, NOW)).toBeNull();
  });

  it('is found only under its key', () => {
    const store = createMemoryStore();
    const key = draftKey(1, 'member', 7);
    const draft = createDraft(member, 2, { last_name: null }, { last_name: 'Putri' }, NOW);
    expect(saveDraft(store, key, draft)).toBe(true);
    expect(findDraft(store, key, member, NOW + DAY)).toEqual(draft);
    expect(findDraft(store, draftKey(2, 'member', 7), member, NOW)).toBeUndefined();
    expect(findDraft(store, draftKey(1, 'member', null), member, NOW)).toBeUndefined();
    saveDraft(store, key, null);
    expect(findDraft(store, key, member, NOW)).toBeUndefined();
  });

  it('expires', () => {
    const store = createMemoryStore();
    saveDraft(store, 'k', createDraft(member, 2, {}, { last_name: 'Putri' }, NOW));
    expect(findDraft(store, 'k', member, NOW + DRAFT_DAYS * DAY)).toBeDefined();
    expect(findDraft(store, 'k', member, NOW + DRAFT_DAYS * DAY + 1)).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '{"at":"x"}', '{"at":1,"version":null,"base":{},"changes":{"last_name":{"a":1}}}'])(
    'is not offered if it is damaged: $0',
    (text) => {
      const store = createMemoryStore();
      store.setItem('k', text);
      expect(findDraft(store, 'k', member, 1)).toBeUndefined();
    },
  );

  it('drops fields that a newer build no longer has', () => {
    const store = createMemoryStore();
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

  it('does not break the form if the browser cannot store it', () => {
    const fullStore = {
      ...createMemoryStore(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(saveDraft(fullStore, 'k', createDraft(member, 1, {}, { last_name: 'Putri' }, NOW))).toBe(false);
  });

  it('resumes from its own version, so that a newer one is noticed', () => {
    const draft = { at: NOW, version: 2, base: { last_name: 'Dewi' }, changes: { last_name: 'Putri' } };
    const savedValues = { last_name: 'Lestari', hobby: 'golf', remark: null };
    expect(resumeDraft(draft, { values: savedValues, version: 5 }, { ...savedValues, remark: 'typed since' })).toEqual({
      start: { values: { last_name: 'Dewi', hobby: 'golf', remark: null }, version: 2 },
      values: { last_name: 'Putri', hobby: 'golf', remark: 'typed since' },
    });
  });

  it('is merged with an older one that is still offered', () => {
    const olderDraft = {
      at: 1,
      version: 2,
      base: { last_name: 'Dewi', hobby: null },
      changes: { last_name: 'Putri', hobby: 'golf' },
    };
    const newerDraft = {
      at: 2,
      version: 5,
      base: { hobby: 'yoga', remark: null },
      changes: { hobby: 'tennis', remark: 'x' },
    };
    expect(combineDrafts(olderDraft, newerDraft)).toEqual({
      at: 2,
      version: 2,
      base: { last_name: 'Dewi', hobby: null, remark: null },
      changes: { last_name: 'Putri', hobby: 'tennis', remark: 'x' },
    });
    expect(combineDrafts(olderDraft, null)).toBe(olderDraft);
    expect(combineDrafts(null, newerDraft)).toBe(newerDraft);
  });

  it('is outdated once the same values are saved', () => {
    const draft = { at: NOW, version: 2, base: { last_name: 'Dewi' }, changes: { last_name: 'Putri' } };
    expect(hasNewChanges(member, draft, { last_name: 'Dewi' })).toBe(true);
    expect(hasNewChanges(member, draft, { last_name: 'Putri' })).toBe(false);
  });
});
