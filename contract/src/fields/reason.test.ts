import { describe, expect, test } from 'vitest';
import { cardReplacementBody } from '../bodies/manual-changes.ts';
import { resourceKeys, resources } from '../resources/by-key.ts';
import type { Field } from './kinds.ts';
import { isReason } from './reason.ts';

test('each suggested reason is one', () => {
  const fields: readonly Field[] = [
    ...resourceKeys.flatMap((key) => Object.values<Field>(resources[key].fields)),
    ...Object.values<Field>(cardReplacementBody.fields),
  ];
  const suggestions = fields.flatMap((f) => (f.kind === 'textarea' && f.reason ? (f.suggestions ?? []) : []));
  expect(suggestions).not.toEqual([]);
  for (const { en, id } of suggestions) for (const text of [en, id]) expect(isReason(text), text).toBe(true);
});

describe('a reason', () => {
  test.each(['Power cut', 'Sakit', 'Room 4', '部屋の停電', 'Болезнь', '12345'])(
    'is accepted in any script: $0',
    (text) => {
      expect(isReason(text)).toBe(true);
    },
  );

  test.each(['x', '.', '', '- - - - -', 'ok ok', '\u200b\u200b\u200b\u200b\u200b', '🙂🙂🙂🙂🙂'])(
    'is rejected without enough letters or digits: $0',
    (text) => {
      expect(isReason(text)).toBe(false);
    },
  );
});
