import { message } from '@innkeeper/contract';
import type { Sharp } from 'sharp';
import { createLimiter } from '../http/limiter.ts';
import { validationError } from '../http/api-error.ts';
import { WIDTHS, type Width } from './file-names.ts';
import { loadSharp } from './sharp.ts';

/** Maximum pixels of an uploaded picture: more than any camera produces, yet small enough for memory. */
const MAX_PIXELS = 50_000_000;
export const WEBP_QUALITY = 82;
/** Timeout in seconds for each step of processing a picture. */
const TIMEOUT_SECONDS = 20;

/**
 * The first bytes of the accepted formats: JPEG, PNG, GIF and WebP. Other files are rejected regardless of their name,
 * before sharp reads them: formats such as SVG and PDF can contain programs.
 */
const ACCEPTED_BEGINNINGS = /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP)/s;

/** Two at a time, one per user: an unpacked picture may take 200 MB. */
const limitPictures = createLimiter({ size: 2, perCaller: 1, queue: 20 });

/** The stored size of a picture: scaled to fit a square of this side, or cropped to the middle of that square. */
export interface PictureShape {
  /** Pixels; smaller pictures are not enlarged. */
  readonly side: number;
  readonly isCropped: boolean;
}

/** The bytes, or a function that loads them when it is their turn. */
export type PictureSource = Uint8Array | { read(): Promise<Uint8Array> };

export interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array;
  /** The picture in each smaller width. */
  readonly resized: ReadonlyMap<Width, Uint8Array>;
}

/**
 * A picture in its stored sizes. It is re-encoded from its pixels in upright orientation, which drops all metadata:
 * location, camera, comments, a second file behind the first. Throws a 422 at the field for a file that cannot be read
 * as JPEG, PNG, WebP or GIF.
 */
export const readPicture = (source: PictureSource, shape: PictureShape, field: string): Promise<Picture> =>
  limitPictures(async () => {
    const sharp = await loadSharp();
    const bytes = source instanceof Uint8Array ? source : await source.read();
    const rejection = validationError({ [field]: [message('picture')] });
    if (!ACCEPTED_BEGINNINGS.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) throw rejection;
    try {
      const orientedPicture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .autoOrient();
      const { data, info } = await (
        await resizePicture(orientedPicture, shape)
      )
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const loadPixels = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: TIMEOUT_SECONDS });
      const resized = new Map<Width, Uint8Array>();
      for (const targetWidth of WIDTHS.filter((w) => w < width))
        resized.set(
          targetWidth,
          await loadPixels().resize({ width: targetWidth }).webp({ quality: WEBP_QUALITY }).toBuffer(),
        );
      return { bytes: await loadPixels().webp({ quality: WEBP_QUALITY }).toBuffer(), resized };
    } catch {
      // The library reports an unreadable file only by its error message, so any error counts as one.
      throw rejection;
    }
  });

async function resizePicture(picture: Sharp, { side, isCropped }: PictureShape): Promise<Sharp> {
  if (!isCropped) return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const { width, height } = (await picture.metadata()).autoOrient;
  const size = Math.min(side, width, height);
  return picture.resize({ width: size, height: size, fit: 'cover' });
}
