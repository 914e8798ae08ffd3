const SCALE = 3;

const DECIMAL = /^\d+(?:\.\d+)?$/;

/**
 * The sum of amounts as a form holds them, with the decimals of money; empty texts and texts that are no amount (yet) add
 * nothing.
 */
export function sumOf(amounts: readonly (string | null)[]): string {
  const thousandths = amounts.reduce((sum, amount) => {
    const [whole = '', fraction = ''] = DECIMAL.test(amount ?? '') ? (amount ?? '').split('.') : [];
    return sum + BigInt(`${whole || '0'}${fraction.slice(0, SCALE).padEnd(SCALE, '0')}`);
  }, 0n);
  const digits = String(thousandths).padStart(SCALE + 1, '0');
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}
