/** `Rp. 1,250,000`, `−USD 1,250.00`: with the decimals of its country; thousands have commas in both languages, as in the console. */
export function amountIn(
  value: string,
  { currency, decimals }: { readonly currency: string; readonly decimals: number },
): string {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // Decimals stay text, so that no digit passes through a float; the library's types know numerals alone.
  const isNegative = value.startsWith('-');
  const amount = format.format((isNegative ? value.slice(1) : value) as `${number}`);
  return `${isNegative ? '−' : ''}${currency === 'IDR' ? 'Rp.' : currency} ${amount}`;
}
