/**
 * A text without the trailing characters that are in `ends`: `withoutEnd('12.500', '0')` is "12.5". A regular
 * expression would scan those characters again from every earlier position.
 */
export function withoutEnd(text: string, ends: string): string {
  let length = text.length;
  while (length > 0 && ends.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
