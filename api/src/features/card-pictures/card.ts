import type { Language } from '@innkeeper/contract';

/** The data shown on a member card. */
export interface Card {
  readonly id: number;
  readonly sbec_no: string;
  /** First and last name. */
  readonly name: string;
  readonly membership: string;
  readonly hotel: string;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly start_date: string;
  readonly end_date: string;
  /** False for a card that is inactive or deleted. */
  readonly isUsable: boolean;
  /** The relative rank of the membership in the programme: 0 is the lowest, 1 the highest. */
  readonly standing: number;
  /** The language of everything that is no name. */
  readonly language: Language;
}

const createDayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY_FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: createDayFormat('en-GB'),
  id: createDayFormat('id-ID'),
};

/** The validity of a card as text: `1 March 2026 – 28 February 2027`. */
export const formatValidity = ({ start_date, end_date, language }: Card): string =>
  [start_date, end_date].map((date) => DAY_FORMATS[language].format(new Date(`${date}T00:00:00Z`))).join(' – ');
