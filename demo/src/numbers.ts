import type { Random } from './random.ts';

const DIGITS = '0123456789';
/** Crockford's letters, which nobody confuses. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Luhn's check digit over an alphabet: `check_digit` of migrations/0003_programme.sql. */
function checkDigit(number: string, alphabet: string): string {
  const n = alphabet.length;
  let total = 0;
  for (let i = 0; i < number.length; i++) {
    const product = alphabet.indexOf(number.charAt(i)) * ((number.length - i) % 2 === 1 ? 2 : 1);
    total += Math.floor(product / n) + (product % n);
  }
  return alphabet.charAt((n - (total % n)) % n);
}

/** A card's number, shaped as `next_card_no` makes it: its place in the sequence, eight digits, the check digit. */
export function cardNumber(place: number, digits: string): string {
  const number = String(place).padStart(7, '0') + digits;
  return number + checkDigit(number, DIGITS);
}

/** A voucher's number, shaped as `next_voucher_no` makes it, but of the demonstration's own random numbers. */
export function voucherNumber(random: Random): string {
  let number = String(random.whole(0, 9));
  // 25 bits a draw make five letters.
  for (let draw = 0; draw < 2; draw++) {
    let bits = random.whole(0, 2 ** 25 - 1);
    for (let i = 0; i < 5; i++) {
      number += LETTERS.charAt(bits % 32);
      bits = Math.floor(bits / 32);
    }
  }
  return number + checkDigit(number, LETTERS);
}

/** `T00000001`, as `next_number` makes it. */
export const numbered = (letter: string, place: number): string => letter + String(place).padStart(8, '0');
