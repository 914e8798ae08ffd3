import { describe, expect, test } from 'vitest';
import { isReason } from './reason.ts';

describe('a reason', () => {
  test.each(['Power cut', 'Sakit', 'Room 4', '部屋の停電', 'Болезнь', '12345'])(
    'is enough in any script: $0',
    (text) => {
      expect(isReason(text)).toBe(true);
    },
  );

  test.each(['x', '.', '', '- - - - -', 'ok ok', '\u200b\u200b\u200b\u200b\u200b', '🙂🙂🙂🙂🙂'])(
    'says nothing: $0',
    (text) => {
      expect(isReason(text)).toBe(false);
    },
  );
});
