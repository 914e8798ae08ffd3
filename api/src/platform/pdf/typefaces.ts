import { fileURLToPath } from 'node:url';

/** The typeface of printed pages. Its files ship with the app, so every machine prints the same. */
export const TYPEFACE = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  strong: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
} as const;

/** A text as a page prints it on one line: no control characters, no line breaks. */
export const toPrintableLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
