import { expect, test } from 'vitest';
import type { Field } from '../fields/kinds.ts';
import { isReason } from '../fields/reason.ts';
import { resourceKeys, resources } from '../resources/by-key.ts';
import { cardReplacementBody } from './manual-changes.ts';

test('each suggested reason is long enough to be one, in both languages', () => {
  const fields: readonly Field[] = [
    ...resourceKeys.flatMap((key) => Object.values<Field>(resources[key].fields)),
    ...Object.values<Field>(cardReplacementBody.fields),
  ];
  const suggestions = fields.flatMap((f) => (f.kind === 'textarea' && f.reason ? (f.suggestions ?? []) : []));
  expect(suggestions).not.toEqual([]);
  for (const { en, id } of suggestions) for (const text of [en, id]) expect(isReason(text), text).toBe(true);
});
