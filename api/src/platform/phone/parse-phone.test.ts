import { describe, expect, test } from 'vitest';
import { parsePhone } from './parse-phone.ts';

describe('a phone number', () => {
  test.each([
    ['(021) 5550123', [], '+62215550123'],
    ['0857 1234 5678', [], '+6285712345678'],
    ['+62 (0)21 555 0123', [], '+62215550123'],
    ['0062 21 5550123', [], '+62215550123'],
    ['021 5550123 ext. 12', [], '+62215550123'],
    ['+1 650 555 0100', ['ID'], '+16505550100'],
    ['081 234 5678', ['TH', 'ID'], '+66812345678'],
    ['0812 3456 7890', ['ID', 'SG'], '+6281234567890'],
    ['6123 4567', ['SG', 'ID'], '+6561234567'],
    ['0812 3456 7890', ['SG'], '+6281234567890'],
    ['+62 812 1111', [], '+628121111'],
    ['0812 3456 7890', ['XX', null, undefined], '+6281234567890'],
  ])('%s, written down in %j, is %s', (text, countries, e164) => {
    expect(parsePhone(text, countries)).toEqual({ e164 });
  });

  test.each([
    ['+1 555', 'phone_short'],
    ['+999 123456789', 'phone_country'],
    ['+1 650 555 0100 99', 'phone_long'],
    ['12', 'phone_short'],
    ['call 0812 3456 7890', 'phone'],
    ['', 'phone'],
  ])('%s is rejected: %s', (text, problem) => {
    expect(parsePhone(text)).toEqual({ problem });
  });
});
