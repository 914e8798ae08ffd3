import { stripInvisible } from './invisible-characters.ts';

/** Words for comparison: without regard to case, width, invisible characters and repeated blanks. */
export const normalizeWords = (text: string): string =>
  stripInvisible(text.normalize('NFKC')).trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * The heading of a column for comparison, also without marks: `E-MAIL *`, `Phone_No` and headings of two lines. A
 * question mark counts: `Benefits?` and `Benefits` are two fields.
 */
export const normalizeHeading = (heading: string): string =>
  normalizeWords(heading).replaceAll(/[^\p{L}\p{N}?]+/gu, '');
