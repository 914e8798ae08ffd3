/** A card number as people read it: digits alone in groups of four, `6010 1234 1234 1234`, as they stand on the card. */
export const cardNumberInGroups = (number: string): string =>
  /^\d{8,}$/.test(number) ? number.replaceAll(/\d{4}(?=\d)/g, '$& ') : number;
