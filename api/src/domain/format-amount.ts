/**
 * Formats an amount as `Rp. 1,250,000` or `−USD 1,250.00`, with the decimals of its country. Thousands have commas in
 * both languages, as in the console.
 */
export function formatAmount(
  value: string,
  { currency, decimals }: { readonly currency: string; readonly decimals: number },
): string {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // Formats the text itself, so that no digit is lost in a float. The library's types only accept numeric literals.
  const isNegative = value.startsWith('-');
  const amount = format.format((isNegative ? value.slice(1) : value) as `${number}`);
  return `${isNegative ? '−' : ''}${currency === 'IDR' ? 'Rp.' : currency} ${amount}`;
}
