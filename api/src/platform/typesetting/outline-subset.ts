import type { Font, Path, Subset } from 'fontkit';

/** What fontkit's subset of a TrueType font does with each glyph. */
interface GlyphTables {
  glyf: Uint8Array[];
  offset: number;
  readonly loca: { readonly offsets: number[]; version: number };
  readonly hmtx: { readonly metrics: { readonly advance: number; readonly bearing: number }[] };
  _addGlyph(id: number): void;
}

/**
 * Writes the outlines of the glyphs that a PDF embeds. fontkit 2.0.4 fails to write those of a variable font: its encoder
 * passes a size where its stream needs the bytes.
 */
export function createOutlineSubset(font: Font, subset: Subset): Subset {
  const tables = subset as unknown as GlyphTables;
  tables._addGlyph = (id) => {
    const glyph = font.getGlyph(id);
    const bytes = encodeOutline(glyph.path);
    tables.glyf.push(bytes);
    tables.loca.version = 1; // offsets of 32 bits
    tables.loca.offsets.push(tables.offset);
    tables.hmtx.metrics.push({
      advance: Math.round(glyph.advanceWidth),
      bearing: bytes.length > 0 ? Math.floor(glyph.path.bbox.minX) : 0,
    });
    tables.offset += bytes.length;
  };
  return subset;
}

const ON_CURVE = 1;

/** A simple glyph of TrueType's `glyf` table, without instructions. */
function encodeOutline({ commands, bbox }: Path): Buffer {
  const points: { readonly x: number; readonly y: number; readonly flag: number }[] = [];
  const contourEnds: number[] = [];
  for (const { command, args } of commands) {
    if (command === 'closePath') contourEnds.push(points.length - 1);
    // The last pair is on the curve; the one before it in a quadratic curve controls it.
    for (let i = 0; i < args.length; i += 2)
      points.push({
        x: Math.round(args[i] ?? 0),
        y: Math.round(args[i + 1] ?? 0),
        flag: i + 2 === args.length ? ON_CURVE : 0,
      });
  }
  if (points.length === 0) return Buffer.alloc(0);
  const size = 10 + 2 * contourEnds.length + 2 + 5 * points.length;
  const bytes = Buffer.alloc(size + (size % 2)); // aligned
  const bounds = [Math.floor(bbox.minX), Math.floor(bbox.minY), Math.ceil(bbox.maxX), Math.ceil(bbox.maxY)];
  let position = 0;
  const writeNumber = (n: number) => void (position = bytes.writeInt16BE(n, position));
  for (const n of [contourEnds.length, ...bounds, ...contourEnds, 0]) writeNumber(n);
  for (const { flag } of points) position = bytes.writeUInt8(flag, position);
  for (const axis of ['x', 'y'] as const)
    points.forEach((point, i) => writeNumber(point[axis] - (points[i - 1]?.[axis] ?? 0)));
  return bytes;
}
