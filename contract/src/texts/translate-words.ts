import type { Label, Language } from './label.ts';

/** Replaces the English words in a text that a program wrote by their labels. */
export const translateWords = (text: string, words: Readonly<Record<string, Label>>, language: Language): string =>
  text.replaceAll(/[a-z]+/g, (word) => words[word]?.[language] ?? word);
