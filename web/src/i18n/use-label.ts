import type { Label, Language } from '@innkeeper/contract';
import { useLingui } from '@lingui/react';
import { currentLanguage } from './language.ts';

/** The language on screen; the component renders anew when it changes. */
export function useLanguage(): Language {
  useLingui();
  return currentLanguage();
}

/** Picks the text of a definition's label in the language on screen. */
export function useLabel(): (label: Label) => string {
  const language = useLanguage();
  return (label) => label[language];
}
