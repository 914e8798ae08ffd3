import { describe, expect, it } from 'vitest';
import { localizedFile, resizedPicture, fileName, isPicture, printablePage } from './file-address.ts';

const PICTURE = '/storage/0123456789abcdef0123456789abcdef.webp?expires=1&signature=ab.png';
const CARD = '/storage/member-card-17-0a1b2c3d4e5f.png?expires=1&signature=cd';

describe('address of a stored file', () => {
  it('identifies a picture by its name, regardless of the signature', () => {
    expect(isPicture(PICTURE)).toBe(true);
    expect(isPicture(CARD)).toBe(true);
    expect(isPicture('/storage/list.csv?signature=a.png')).toBe(false);
    expect(fileName('/storage/rate%20card.pdf?expires=1')).toBe('rate card.pdf');
  });

  it('accepts a width with or without a signature', () => {
    expect(resizedPicture(PICTURE, 96)).toBe(`${PICTURE}&width=96`);
    expect(resizedPicture('/logo.png', 320)).toBe('/logo.png?width=320');
  });

  it('has the language of the console for a member card only', () => {
    expect(localizedFile(CARD)).toBe(`${CARD}&language=en`);
    expect(localizedFile(PICTURE)).toBe(PICTURE);
    expect(printablePage(localizedFile(CARD))).toContain('.pdf?expires=1&signature=cd&language=en');
  });

  it("derives a member card's printable page", () => {
    expect(printablePage(CARD)).toBe('/storage/member-card-17-0a1b2c3d4e5f.pdf?expires=1&signature=cd');
    expect(printablePage(PICTURE)).toBeUndefined();
  });
});
