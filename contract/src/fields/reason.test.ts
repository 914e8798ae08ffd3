import { describe, expect, test } from 'vitest';
import { isReason } from './reason.ts';

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
