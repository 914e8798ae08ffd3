import type { Random } from './random.ts';

const DIGITS = '0123456789';
/** Crockford's alphabet, which has no easily confused letters. */
const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The Luhn check digit over an alphabet, as in `check_digit` of db/migrations/0003_programme.sql. */
function checkDigit(number: string, alphabet: string): string {
  const n = alphabet.length;
  let total = 0;
  for (let i = 0; i < number.length; i++) {
    const product = alphabet.indexOf(number.charAt(i)) * ((number.length - i) % 2 === 1 ? 2 : 1);
    total += Math.floor(product / n) + (product % n);
  }
  return alphabet.charAt((n - (total % n)) % n);
}

/** A card number in the format of `next_card_no`: sequence value, eight digits, check digit. */
export function formatCardNumber(index: number, digits: string): string {
  const number = String(index).padStart(7, '0') + digits;
  return number + checkDigit(number, DIGITS);
}

/** A voucher number in the format of `next_voucher_no`, but from the demonstration's random numbers. */
export function drawVoucherNumber(random: Random): string {
  let number = String(random.integer(0, 9));
  // Each draw of 25 random bits makes five letters.
  for (let drawIndex = 0; drawIndex < 2; drawIndex++) {
    let bits = random.integer(0, 2 ** 25 - 1);
    for (let i = 0; i < 5; i++) {
      number += CROCKFORD_ALPHABET.charAt(bits % 32);
      bits = Math.floor(bits / 32);
    }
  }
  return number + checkDigit(number, CROCKFORD_ALPHABET);
}

/** A number such as `T00000001`, in the format of `next_number`. */
export const formatNumber = (prefix: string, index: number): string => prefix + String(index).padStart(8, '0');
