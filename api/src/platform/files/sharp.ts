/**
 * All that sharp can read in this process: the four formats of uploaded pictures, and SVG, as which the server draws
 * member cards. See docs/decisions/0101-draw-member-cards-with-sharp.md.
 */
const READERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'SvgBuffer'];

async function importSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}`) });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let sharpModule: ReturnType<typeof importSharp> | undefined;

/** Loads sharp with the first picture: it takes memory, and most processes never handle one. */
export const loadSharp = () => (sharpModule ??= importSharp());
