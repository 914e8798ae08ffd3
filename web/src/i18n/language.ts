import { LANGUAGES, type Language } from '@innkeeper/contract';
import { i18n } from '@lingui/core';

const STORAGE_KEY = 'innkeeper.language';

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((supported) => supported === value);

/** The language chosen on this device, else the browser's language if supported, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith('id') ? 'id' : 'en';
}

export const currentLanguage = (): Language => (i18n.locale === 'id' ? 'id' : 'en');

/**
 * Switches all texts without a reload. English texts are in the code, see build/texts.ts; Indonesian ones are loaded on
 * demand.
 */
export async function activateLanguage(language: Language): Promise<void> {
  const messages = language === 'en' ? {} : (await import('../locales/id.po')).messages;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await activateLanguage(language);
}
