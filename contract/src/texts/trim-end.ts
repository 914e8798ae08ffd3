/**
 * Removes the trailing characters that are in `ends`: "12.500" without "0" is "12.5". A regular expression would scan
 * those characters again from every earlier position.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let length = text.length;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
