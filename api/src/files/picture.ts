import { message } from '@innkeeper/contract';
import { createSlots } from '../auth/slots.ts';
import { invalid } from '../http/fail.ts';

/** Pixels of a picture at most, as it comes; beyond any camera's, and what fits into memory. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;

/** What is read at all. Everything else stays shut, however it calls itself: SVG, PDF and the like are programs, not pictures. */
const READERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];

/** Loaded with the first picture: most processes never see one, and it takes memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | undefined;

/** One at a time: an unpacked picture may take 200 MB. */
const inSlot = createSlots({ size: 1, queue: 20 });

/**
 * A picture as WebP of exactly this size, its middle where the shape differs. Made anew from its pixels, upright: nothing of
 * what came beside them (place, camera, comments, a second file behind the first) is left. What cannot be read as a
 * JPEG, PNG, WebP or GIF picture is a 422 at the field.
 */
export const readPicture = (
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  field: string,
): Promise<Uint8Array> =>
  inSlot(async () => {
    const sharp = await (loading ??= loadSharp());
    try {
      return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ width, height, fit: 'cover' })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch {
      // The library tells what it cannot read by texts alone; there is nothing else that it does here.
      throw invalid({ [field]: [message('picture')] });
    }
  });
