import { CARD, type Shape } from './shapes.ts';
import { FACES } from './typesetting.ts';

const { width, height, radius } = CARD;

/** A card as a PNG with rounded corners, at this width in pixels. */
export async function drawPicture(shapes: readonly Shape[], pixels: number): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fontFiles = Object.values(FACES).map(({ path }) => path);
  const image = await renderAsync(drawSvg(shapes), {
    fitTo: { mode: 'width', value: pixels },
    font: { fontFiles, loadSystemFonts: false },
  });
  return image.asPng();
}

const drawSvg = (shapes: readonly Shape[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
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
    case 'text': {
      const { family, weight } = FACES[shape.face];
      return (
        `<text x="${shape.x}" y="${shape.y}" font-family="${family}" font-weight="${weight}" font-size="${shape.size}"` +
        ` letter-spacing="${shape.tracking ?? 0}" fill="${shape.colour}"${shapeAttributes(shape)}>${escapeXml(shape.text)}</text>`
      );
    }
  }
}

const shapeAttributes = ({ rotation, opacity }: Exclude<Shape, { kind: 'background' }>): string =>
  (rotation ? ` transform="rotate(${rotation.degrees} ${rotation.x} ${rotation.y})"` : '') +
  (opacity === undefined ? '' : ` opacity="${opacity}"`);

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => XML_ENTITIES[character] ?? '');
