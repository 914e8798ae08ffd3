import type { Label, Language } from '@innkeeper/contract';
import { useLingui } from '@lingui/react';
import { currentLanguage } from './language.ts';

/** The current language; the component re-renders when it changes. */
export function useLanguage(): Language {
  useLingui();
  return currentLanguage();
}

/** Returns a function that picks a label's text in the current language. */
export function useLabel(): (label: Label) => string {
  const language = useLanguage();
  return (label) => label[language];
}
