/** A card number as printed on the card: `6010 1234 1234 1234`. Only all-digit numbers are grouped by four. */
export const formatCardNumber = (number: string): string =>
  /^\d{8,}$/.test(number) ? number.replaceAll(/\d{4}(?=\d)/g, '$& ') : number;
