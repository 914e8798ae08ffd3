import { type Field, type Language, findExportedFileLabel, translateWords } from '@innkeeper/contract';
import { formatDay, formatMoment } from '../../platform/http/format-day.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/** Formats cells for print: `22 May 2026 - 14:05`, `1,250,000.000`. Takes values in wire format. */

/** A plain number with thousands separators: commas in both languages. */
export function formatNumber(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [integerPart = '', fraction] = text.split('.');
  const sign = integerPart.startsWith('-') ? '-' : '';
  const digits = integerPart.slice(sign.length);
  const headLength = digits.length % 3;
  const groups = [digits.slice(0, headLength), ...(digits.slice(headLength).match(/\d{3}/g) ?? [])].filter(
    (group) => group !== '',
  );
  const groupedDigits = sign + groups.join(',');
  return fraction === undefined ? groupedDigits : `${groupedDigits}.${fraction}`;
}

/** The text of a cell. An id (`isId`) gets no thousands separators. */
export function formatCell(f: Field, text: string, language: Language, isId = false): string {
  switch (f.kind) {
    case 'flag':
      return (f.answers ?? importExportTexts)[text === '1' ? 'yes' : 'no'][language];
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
    case 'text':
      if (f.exportedFile) return findExportedFileLabel(text)?.[language] ?? text;
      return f.words ? translateWords(text, f.words, language) : text;
    case 'textarea': {
      const phrase = f.displayTexts?.find(({ prefix }) => text.startsWith(prefix));
      return phrase ? phrase.text[language] : text;
    }
    case 'editor':
      return text.replaceAll(/<[^<>]+>/g, ' ').trim();
    default:
      return text;
  }
}

/**
 * Formats the codes of a field as the words that the console shows, which an import reads back. Undefined for a field
 * without codes.
 */
export function codeFormatter(f: Field, language: Language): ((code: string) => string) | undefined {
  const hasCodes =
    f.kind === 'flag' ||
    f.kind === 'choice' ||
    (f.kind === 'text' && (f.words !== undefined || f.exportedFile === true)) ||
    (f.kind === 'textarea' && f.displayTexts !== undefined);
  return hasCodes ? (code) => formatCell(f, code, language) : undefined;
}
