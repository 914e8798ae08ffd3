import type { Field, Language } from '@innkeeper/contract';
import { formatDay, formatMoment } from '../../platform/http/format-day.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/** Formats cells for print: `22 May 2026 - 14:05`, `1,250,000.000`. Takes values in wire format. */

/** A plain number with thousands separators: commas in both languages. */
export function formatNumber(text: string): string {
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

/** The text of a cell. `isId`: a record's id, which gets no separators. */
export function formatCell(f: Field, text: string, language: Language, isId = false): string {
  switch (f.kind) {
    case 'flag':
      return importExportTexts[text === '1' ? 'yes' : 'no'][language];
    case 'choice':
      return f.choices.find(({ value }) => value === text)?.label[language] ?? text;
    case 'date':
      return formatDay(f.monthOnly ? text.slice(0, 7) : text, language);
    case 'instant':
      return formatMoment(text, language);
    case 'integer':
      return isId ? text : formatNumber(text);
    case 'decimal':
    case 'money':
      return formatNumber(text);
    case 'textarea': {
      const phrase = f.displayTexts?.find(({ start }) => text.startsWith(start));
      return phrase ? phrase.text[language] : text;
    }
    case 'editor':
      return text.replaceAll(/<[^<>]+>/g, ' ').trim();
    default:
      return text;
  }
}
