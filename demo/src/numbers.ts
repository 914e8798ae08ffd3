import type { Random } from './random.ts';

const DIGITS = '0123456789';
/** Crockford's alphabet, without easily confused letters. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Luhn check digit over an alphabet, as in `check_digit` of migrations/0003_programme.sql. */
function checkDigit(number: string, alphabet: string): string {
  const n = alphabet.length;
  let total = 0;
  for (let i = 0; i < number.length; i++) {
    const product = alphabet.indexOf(number.charAt(i)) * ((number.length - i) % 2 === 1 ? 2 : 1);
    total += Math.floor(product / n) + (product % n);
  }
  return alphabet.charAt((n - (total % n)) % n);
}

/** Card number in the format of `next_card_no`: sequence value, eight digits, check digit. */
export function cardNumber(index: number, digits: string): string {
  const number = String(index).padStart(7, '0') + digits;
  return number + checkDigit(number, DIGITS);
}

/** Voucher number in the format of `next_voucher_no`, but from the demonstration's own random numbers. */
export function voucherNumber(random: Random): string {
  let number = String(random.whole(0, 9));
  // Each draw of 25 bits makes five letters.
  for (let draw = 0; draw < 2; draw++) {
    let bits = random.whole(0, 2 ** 25 - 1);
    for (let i = 0; i < 5; i++) {
      number += LETTERS.charAt(bits % 32);
      bits = Math.floor(bits / 32);
    }
  }
  return number + checkDigit(number, LETTERS);
}

/** `T00000001`, in the format of `next_number`. */
export const numbered = (letter: string, index: number): string => letter + String(index).padStart(8, '0');
