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
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The validity of a card as text: `1 March 2026 – 28 February 2027`. */
export const formatValidity = ({ start_date, end_date }: Card): string =>
  [start_date, end_date].map((date) => dayFormat.format(new Date(`${date}T00:00:00Z`))).join(' – ');
