import { expect, test } from 'vitest';
import { toDialString, formatPhone, whatsAppUrl } from './phone.ts';

test.each([
  ['+6281234567890', '+62 812 3456 7890'],
  ['+628123456789', '+62 812 345 6789'],
  ['+62218350000', '+62 218 350 000'],
  ['+6591234567', '+65 9123 4567'],
  ['+12125550123', '+1 212 555 0123'],
  ['+8551234567', '+855 123 4567'],
  ['081234567890', '0812 3456 7890'],
  ['08123456789', '0812 345 6789'],
  ['12', '12'],
  ['+62 811-222-333', '+62 811-222-333'],
  ['ext. 12', 'ext. 12'],
  ['', ''],
])('the phone number %j is shown as %j', (phone, expectedText) => {
  expect(formatPhone(phone)).toBe(expectedText);
  expect(toDialString(formatPhone(phone))).toBe(toDialString(phone));
});

test('a chat opens only for numbers with a country code', () => {
  expect(whatsAppUrl('+62 811-222-333')).toBe('https://wa.me/62811222333');
  expect(whatsAppUrl('0811222333')).toBeUndefined();
});
