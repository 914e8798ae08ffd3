import { message } from '@innkeeper/contract';
import type { Sharp } from 'sharp';
import { createSlots } from '../http/slots.ts';
import { invalid } from '../http/fail.ts';
import { WIDTHS, type Width } from './names.ts';

/** Pixels of a picture at most, as it comes; beyond any camera's, and small enough for memory. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;
/** Seconds that each step from file to picture may take. */
const SECONDS = 20;

/** The formats that are read at all. Every other file is refused, whatever its name: SVG, PDF and the like are programs, not pictures. */
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

/** Two at a time, of two people: an unpacked picture may take 200 MB. */
const inSlot = createSlots({ size: 2, each: 1, queue: 20 });

/** How large a picture is kept: with its own shape inside a square of this side, or cut to that square, its middle. */
export interface PictureShape {
  /** Pixels; smaller pictures stay as they are. */
  readonly side: number;
  readonly isCut: boolean;
}

/** Bytes, or a function that brings them into memory when their turn has come. */
export type PictureSource = Uint8Array | { read(): Promise<Uint8Array> };

export interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array;
  /** The same in each of the widths that are smaller. */
  readonly smaller: ReadonlyMap<Width, Uint8Array>;
}

/**
 * A picture in the sizes in which it is kept. Made anew from its pixels, upright: nothing that came beside them (place,
 * camera, comments, a second file behind the first) is left. A file that cannot be read as a JPEG, PNG, WebP or GIF picture is a 422
 * at the field.
 */
export const readPicture = (source: PictureSource, shape: PictureShape, field: string): Promise<Picture> =>
  inSlot(async () => {
    const sharp = await (loading ??= loadSharp());
    const bytes = source instanceof Uint8Array ? source : await source.read();
    try {
      const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: SECONDS })
        .autoOrient();
      const { data, info } = await (await fitted(upright, shape)).raw().toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const pixels = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS });
      const smaller = new Map<Width, Uint8Array>();
      for (const less of WIDTHS.filter((w) => w < width))
        smaller.set(less, await pixels().resize({ width: less }).webp({ quality: QUALITY }).toBuffer());
      return { bytes: await pixels().webp({ quality: QUALITY }).toBuffer(), smaller };
    } catch {
      // The library tells only by its texts that it cannot read a file; it does nothing else here.
      throw invalid({ [field]: [message('picture')] });
    }
  });

async function fitted(picture: Sharp, { side, isCut }: PictureShape): Promise<Sharp> {
  if (!isCut) return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const { width, height } = (await picture.metadata()).autoOrient;
  const shown = Math.min(side, width, height);
  return picture.resize({ width: shown, height: shown, fit: 'cover' });
}
