import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The texts of a PDF by page, in drawing order. */
export async function readPdfPages({ bytes }: { readonly bytes: Uint8Array }): Promise<readonly (readonly string[])[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[][] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent();
    pages.push(
      items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.replaceAll('\u00a0', ' ')] : [])),
    );
  }
  await task.destroy();
  return pages;
}

/** Whether a PDF shows this text, however it orders, decomposes and splits the characters. */
export function hasText(pages: readonly (readonly string[])[], text: string): boolean {
  const toCharacters = (string: string) => [...string.normalize('NFKD').replaceAll(' ', '')];
  const shownCharacters = toCharacters(pages.flat().join(''));
  return (
    toCharacters(text).every((character) => shownCharacters.includes(character)) &&
    !shownCharacters.includes('□') &&
    !shownCharacters.includes('\0')
  );
}
