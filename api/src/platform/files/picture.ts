import { message } from '@innkeeper/contract';
import type { Sharp } from 'sharp';
import { createLimiter } from '../http/limiter.ts';
import { invalid } from '../http/api-error.ts';
import { WIDTHS, type Width } from './file-names.ts';

/** Maximum pixels of an uploaded picture: more than any camera produces, yet small enough for memory. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;
/** Timeout in seconds for each step of processing a picture. */
const SECONDS = 20;

/**
 * The accepted formats. Every other file is rejected whatever its name: formats such as SVG and PDF are programs rather
 * than pictures.
 */
const READERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];

/** Loaded with the first picture: it takes memory, and most processes never handle one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | undefined;

/** Two at a time, of two users: an unpacked picture may take 200 MB. */
const limitPictures = createLimiter({ size: 2, perCaller: 1, queue: 20 });

/** The stored size of a picture: scaled to fit a square of this side, or cropped to the middle of that square. */
export interface PictureShape {
  /** Pixels; smaller pictures are not enlarged. */
  readonly side: number;
  readonly isCropped: boolean;
}

/** Bytes, or a function that loads them into memory when their turn comes. */
export type PictureSource = Uint8Array | { read(): Promise<Uint8Array> };

export interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array;
  /** The same picture in each smaller width. */
  readonly smaller: ReadonlyMap<Width, Uint8Array>;
}

/**
 * A picture in its stored sizes. It is re-encoded from its pixels in upright orientation, which drops all metadata:
 * location, camera, comments, a second file behind the first. Throws a 422 at the field for a file that cannot be read
 * as JPEG, PNG, WebP or GIF.
 */
export const readPicture = (source: PictureSource, shape: PictureShape, field: string): Promise<Picture> =>
  limitPictures(async () => {
    const sharp = await (loading ??= loadSharp());
    const bytes = source instanceof Uint8Array ? source : await source.read();
    try {
      const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: SECONDS })
        .autoOrient();
      const { data, info } = await (await resizePicture(upright, shape)).raw().toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const pixels = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS });
      const smaller = new Map<Width, Uint8Array>();
      for (const less of WIDTHS.filter((w) => w < width))
        smaller.set(less, await pixels().resize({ width: less }).webp({ quality: QUALITY }).toBuffer());
      return { bytes: await pixels().webp({ quality: QUALITY }).toBuffer(), smaller };
    } catch {
      // The library signals an unreadable file only by its error message. Every error here means that.
      throw invalid({ [field]: [message('picture')] });
    }
  });

async function resizePicture(picture: Sharp, { side, isCropped }: PictureShape): Promise<Sharp> {
  if (!isCropped) return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const { width, height } = (await picture.metadata()).autoOrient;
  const size = Math.min(side, width, height);
  return picture.resize({ width: size, height: size, fit: 'cover' });
}
