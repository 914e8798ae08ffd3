/** How a number format shows a number, as far as its text depends on it (ECMA-376, part 1, 18.8.30 and 18.8.31). */
export type NumberFormat =
  /** `hasDay`: not only a time. */
  | { readonly shows: 'moment'; readonly hasDay: boolean }
  | { readonly shows: 'percent' }
  /** A whole number with at least so many digits: `00000`. */
  | { readonly shows: 'digits'; readonly length: number };

/** Maximum characters of a format; spreadsheets allow 255. */
const MAX_FORMAT = 255;

/** Undefined for a format that shows the number itself. */
export function parseNumberFormat(code: string): NumberFormat | undefined {
  const [positive = ''] = code.slice(0, MAX_FORMAT).split(';');
  if (/^0{2,}$/.test(positive)) return { shows: 'digits', length: positive.length };
  const symbols = positive.replace(/"[^"]*"|\\.|\[[^\][]*\]/g, (part) =>
    /^\[(?:h+|m+|s+)\]$/i.test(part) ? part : '',
  );
  if (/[ymdhs]/i.test(symbols)) return { shows: 'moment', hasDay: /[yd]|mmm/i.test(symbols) };
  return symbols.includes('%') ? { shows: 'percent' } : undefined;
}

/** The built-in format of this number. */
export function builtInFormat(id: number): NumberFormat | undefined {
  if (id === 9 || id === 10) return { shows: 'percent' };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { shows: 'moment', hasDay: false };
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
    return { shows: 'moment', hasDay: true };
  return undefined;
}
