import { describe, expect, test } from 'vitest';
import { MAIL_TYPES, placeholdersOf, placeholderTag, findPlaceholderError } from './mail-placeholders.ts';
import { formatMessage } from '../errors/messages.ts';

const describeProblem = (text: string, type: string | null = 'welcome') => {
  const problem = findPlaceholderError(text, type);
  return problem === undefined ? 'fits' : formatMessage(problem, 'en');
};

describe('placeholders', () => {
  test.each(MAIL_TYPES)('are valid in the mail for %s, without duplicates', (type) => {
    const names = placeholdersOf(type).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(describeProblem(names.map(placeholderTag).join(' and '), type)).toBe('fits');
  });

  test.each([
    ['Dear {{member.first_name}}, {{   card.sbec_no }}', 'fits'],
    ['{ member.first_name } }}', 'fits'],
    ['Dear {{ member.password }}', 'This email has no placeholder {{ member.password }}.'],
    ['{{ member.first_name | upcase }}', 'This email has no placeholder {{ member.first_name | upcase }}.'],
    ['{{- member.first_name -}}', 'This email has no placeholder {{- member.first_name -}}.'],
    ['{{}}', 'This email has no placeholder {{}}.'],
    ['{{ member.first_name', 'This email has no placeholder {{.'],
    ['{{ {{ member.first_name }} }}', 'This email has no placeholder {{.'],
    ['{{{ member.first_name }}}', 'This email has no placeholder {{.'],
    ['{{ constructor }}', 'This email has no placeholder {{ constructor }}.'],
    [`{{ ${'x'.repeat(500)} }}`, `This email has no placeholder {{ ${'x'.repeat(59)}}}.`],
    ['{% for m in members %}', 'Only placeholders are allowed, no {% … %}.'],
  ])('cause an error in "$0": $1', (text, expected) => expect(describeProblem(text)).toBe(expected));

  test('are those of the mail type: a password reset has none of a card', () => {
    expect(describeProblem('{{ card.sbec_no }}', 'password-reset')).toBe(
      'This email has no placeholder {{ card.sbec_no }}.',
    );
    expect(describeProblem('{{ link.url }}', 'password-reset')).toBe('fits');
  });

  test('are those of a member for a template without a type or with a type made by staff', () => {
    for (const type of [null, 'easter', 'constructor']) {
      expect(describeProblem('{{ member.first_name }}', type)).toBe('fits');
      expect(describeProblem('{{ card.sbec_no }}', type)).toBe('This email has no placeholder {{ card.sbec_no }}.');
    }
  });
});
