/** The languages of the console. */
export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in both languages. */
export interface Label {
  readonly en: string;
  readonly id: string;
}
