import sharp from 'sharp';

/** A small picture, in a different colour for each number. */
export const createPicture = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: { r: n % 256, g: (n >> 8) % 256, b: 90 } } })
    .png()
    .toBuffer();
