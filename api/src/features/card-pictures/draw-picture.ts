import { WEBP_QUALITY } from '../../platform/files/picture.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import { CARD, type Shape } from './shapes.ts';
import { outlineText } from './typesetting.ts';

const { width, height, radius } = CARD;

/** A card with rounded corners, at this width in pixels: PNG to print, WebP for a screen in a fifth of the bytes. */
export async function drawPicture(
  shapes: readonly Shape[],
  pixels: number,
  encoding: 'png' | 'webp',
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = sharp(Buffer.from(drawSvg(shapes, pixels)));
  return (encoding === 'png' ? picture.png() : picture.webp({ quality: WEBP_QUALITY })).toBuffer();
}

const drawSvg = (shapes: readonly Shape[], pixels: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"` +
  ` width="${pixels}" height="${Math.round((pixels * height) / width)}">` +
  `<clipPath id="card"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>` +
  `<g clip-path="url(#card)">${shapes.map(drawShape).join('')}</g></svg>`;

function drawShape(shape: Shape): string {
  switch (shape.kind) {
    case 'background':
      return (
        `<linearGradient id="background" x1="0" y1="0" x2="1" y2="1">` +
        shape.colours
          .map((colour, i) => `<stop offset="${i / (shape.colours.length - 1)}" stop-color="${colour}"/>`)
          .join('') +
        `</linearGradient><rect width="${width}" height="${height}" fill="url(#background)"/>`
      );
    case 'area':
      return `<path d="${shape.d}" fill="${shape.colour}"${shapeAttributes(shape)}/>`;
    case 'line':
      return `<path d="${shape.d}" fill="none" stroke="${shape.colour}" stroke-width="${shape.width}"${shapeAttributes(shape)}/>`;
    // As outlines, because librsvg finds typefaces only among those that the machine has installed.
    case 'text':
      return `<path d="${outlineText(shape)}" fill="${shape.colour}"${shapeAttributes(shape)}/>`;
  }
}

const shapeAttributes = ({ rotation, opacity }: Exclude<Shape, { kind: 'background' }>): string =>
  (rotation ? ` transform="rotate(${rotation.degrees} ${rotation.x} ${rotation.y})"` : '') +
  (opacity === undefined ? '' : ` opacity="${opacity}"`);
