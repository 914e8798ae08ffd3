/**
 * A text without the characters of `ends` that stand at its end: `withoutEnd('12.500', '0')` is "12.5". An expression that
 * does this looks at each of those characters anew from every place before the end.
 */
export function withoutEnd(text: string, ends: string): string {
  let length = text.length;
  while (length > 0 && ends.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
