import type { Field, Language } from '@innkeeper/contract';
import { dayInWords, momentInWords } from '../../platform/http/day-in-words.ts';

/** Cells as people read them on paper: `22 May 2026 - 14:05`, `1,250,000.000`. The wire's texts go in. */

export const YES_NO = { yes: { en: 'Yes', id: 'Ya' }, no: { en: 'No', id: 'Tidak' } } as const;

/** A plain number with its thousands apart, by comma in both languages. */
export function numberInWords(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = '', decimals] = text.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length);
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(
    (group) => group !== '',
  );
  const grouped = sign + groups.join(',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The text of a cell. `isId`: the number of a record, which counts nothing. */
export function cellInWords(f: Field, text: string, language: Language, isId = false): string {
  switch (f.kind) {
    case 'flag':
      return YES_NO[text === '1' ? 'yes' : 'no'][language];
    case 'choice':
      return f.choices.find(({ value }) => value === text)?.label[language] ?? text;
    case 'date':
      return dayInWords(f.ofMonth ? text.slice(0, 7) : text, language);
    case 'instant':
      return momentInWords(text, language);
    case 'integer':
      return isId ? text : numberInWords(text);
    case 'decimal':
    case 'money':
      return numberInWords(text);
    case 'textarea': {
      const said = f.inWords?.find(({ start }) => text.startsWith(start));
      return said ? said.words[language] : text;
    }
    case 'editor':
      return text.replaceAll(/<[^<>]+>/g, ' ').trim();
    default:
      return text;
  }
}
