/** Luhn checksum over an alphabet: zero for a number with its check digit. */
export function checkSum(number: string, alphabet: string): number {
  const n = alphabet.length;
  return (
    [...number].toReversed().reduce((sum, character, i) => {
      const product = alphabet.indexOf(character) * (1 + (i % 2));
      return sum + Math.floor(product / n) + (product % n);
    }, 0) % n
  );
}
