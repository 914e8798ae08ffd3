import { msg, plural } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const originalLocale = i18n.locale;
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterAll(() => {
  if (originalLocale) i18n.activate(originalLocale);
});

test('English texts are compiled into the code, without a catalogue', () => {
  const name = 'Surya';
  const text = msg`Dear ${name}, you're “welcome”`;
  expect(text.message).toEqual(['Dear ', ['name'], ", you're “welcome”"]);
  expect(i18n._(text)).toBe("Dear Surya, you're “welcome”");
  expect([1, 2].map((count) => plural(count, { one: '# night', other: '# nights' }))).toEqual(['1 night', '2 nights']);
});
