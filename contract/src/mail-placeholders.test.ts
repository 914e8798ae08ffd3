import { describe, expect, test } from 'vitest';
import { MAIL_TYPES, placeholdersOf, writtenPlaceholder, wrongPlaceholder } from './mail-placeholders.ts';
import { sentence } from './messages.ts';

const said = (text: string, type: string | null = 'welcome') => {
  const wrong = wrongPlaceholder(text, type);
  return wrong === undefined ? 'fits' : sentence(wrong, 'en');
};

describe('placeholders', () => {
  test.each(MAIL_TYPES)('of %s are known in their own mail, each once', (type) => {
    const names = placeholdersOf(type).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(said(names.map(writtenPlaceholder).join(' and '), type)).toBe('fits');
  });

  test.each([
    ['Dear {{member.first_name}}, {{   card.sbec_no }}', 'fits'],
    ['{ member.first_name } }}', 'fits'],
    ['Dear {{ member.password }}', 'This mail has no placeholder {{ member.password }}.'],
    ['{{ member.first_name | upcase }}', 'This mail has no placeholder {{ member.first_name | upcase }}.'],
    ['{{- member.first_name -}}', 'This mail has no placeholder {{- member.first_name -}}.'],
    ['{{}}', 'This mail has no placeholder {{}}.'],
    ['{{ member.first_name', 'This mail has no placeholder {{.'],
    ['{{ {{ member.first_name }} }}', 'This mail has no placeholder {{.'],
    ['{{{ member.first_name }}}', 'This mail has no placeholder {{.'],
    ['{{ constructor }}', 'This mail has no placeholder {{ constructor }}.'],
    [`{{ ${'x'.repeat(500)} }}`, `This mail has no placeholder {{ ${'x'.repeat(59)}}}.`],
    ['{% for m in members %}', 'Only placeholders may stand here, nothing between {% and %}.'],
  ])('in "$0": $1', (text, expected) => expect(said(text)).toBe(expected));

  test('are those of the mail type: a reset of a password knows no card', () => {
    expect(said('{{ card.sbec_no }}', 'password-reset')).toBe('This mail has no placeholder {{ card.sbec_no }}.');
    expect(said('{{ link.url }}', 'password-reset')).toBe('fits');
  });

  test('of a template without a type, or of one that staff made, are those of a member', () => {
    for (const type of [null, 'easter', 'constructor']) {
      expect(said('{{ member.first_name }}', type)).toBe('fits');
      expect(said('{{ card.sbec_no }}', type)).toBe('This mail has no placeholder {{ card.sbec_no }}.');
    }
  });
});
