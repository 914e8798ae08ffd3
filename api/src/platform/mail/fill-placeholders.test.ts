import { describe, expect, test } from 'vitest';
import { fillHtml, fillText } from './fill-placeholders.ts';

const values: Readonly<Record<string, string>> = {
  'member.first_name': 'Sari',
  'member.last_name': '',
  'hotel.name': 'Melati & Sons <Bali>',
  'member.odd': 'two\r\nlines {{ hotel.name }}',
};
const valueOf = (name: string) => values[name];

describe('a placeholder', () => {
  test.each([
    ['Dear {{ member.first_name }} {{ member.last_name }},', 'Dear Sari,'],
    ['{{member.first_name}}{{ member.first_name }}', 'SariSari'],
    ['Regards,\n\n{{ member.last_name }}\n{{ member.first_name }}', 'Regards,\n\nSari'],
    ['{{ card.unknown }} {{ member.first_name }}', '{{ card.unknown }} Sari'],
    ['{ member.first_name } {{}}', '{ member.first_name } {{}}'],
    ['a {{ member.odd }} b', 'a two lines {{ hotel.name }} b'],
  ])('%j becomes %j', (text, expected) => expect(fillText(text, valueOf)).toBe(expected));

  test('is escaped as text in HTML, whatever its value', () => {
    expect(fillHtml('<p title="{{ hotel.name }}">{{ hotel.name }}</p>', valueOf)).toBe(
      '<p title="Melati &amp; Sons &lt;Bali&gt;">Melati &amp; Sons &lt;Bali&gt;</p>',
    );
  });
});
