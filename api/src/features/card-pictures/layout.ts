import encodeQr from 'qr';
import { formatCardNumber } from '@innkeeper/contract';
import { type Card, formatValidity } from './card.ts';
import { CARD, type Shape } from './shapes.ts';
import type { LineStyle } from '../../platform/typesetting/lay-out-line.ts';
import { toPrintableLine } from '../../platform/typesetting/printable-line.ts';
import { fitText, measureWidth } from './typesetting.ts';
import { cardFaceTexts } from '../../texts/cards.ts';
import { type Palette, INACTIVE_PALETTE, paletteOf } from './palettes.ts';

const MARGIN = 15;
/** The QR code's field. The symbol includes the quiet zone required by ISO/IEC 18004, in modules. */
const QR_CODE = { side: 57, quiet: 4, radius: 4 };
/** Width of the text area left of the code. */
const TEXT_WIDTH = CARD.width - 2 * MARGIN - QR_CODE.side - 6;

/** Lays out the face of a card. See docs/decisions/0018-render-member-cards-on-request.md. */
export function layOutCard(card: Card): readonly Shape[] {
  const palette = card.isUsable ? paletteOf(card.standing) : INACTIVE_PALETTE;
  return [
    { kind: 'background', colours: palette.background },
    ...layOutOrnament(palette),
    ...layOutHeading(card, palette),
    ...layOutHolder(card, palette),
    ...(card.isUsable ? layOutCode(card.sbec_no) : layOutOverprint(cardFaceTexts.notValid[card.language])),
  ];
}

const formatCoordinate = (n: number): string => String(Math.round(n * 100) / 100);

/** Fine arcs that spread from the upper right corner, like a guilloche. */
function layOutOrnament({ accent }: Palette): Shape[] {
  const [x, y] = [CARD.width - 20, -6];
  return Array.from({ length: 13 }, (_, i) => {
    const radius = 26 + i * 9;
    const d = `M${formatCoordinate(x - radius)} ${y}A${radius} ${radius} 0 0 0 ${formatCoordinate(x + radius)} ${y}`;
    return { kind: 'line', d, colour: accent, width: 0.45, opacity: 0.34 - i * 0.022 };
  });
}

const MEMBERSHIP_STYLE: LineStyle = { face: 'display', size: 23 };
const HOTEL_STYLE: LineStyle = { face: 'strong', size: 5.6, tracking: 1.1 };

/** The membership, and the hotel that sold it. */
function layOutHeading({ membership, hotel }: Card, { accent, ink }: Palette): Shape[] {
  const width = CARD.width - 2 * MARGIN - 12;
  const name = fitText(toPrintableLine(membership), MEMBERSHIP_STYLE, { width, minSize: 13 });
  const hotelName = fitText(toPrintableLine(hotel).toUpperCase(), HOTEL_STYLE, { width: width - 30, minSize: 4.6 });
  const titleBottom = 32 + (name.lines.length - 1) * name.size * 0.95;
  return [
    ...name.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN - 0.5,
      y: 32 + i * name.size * 0.95,
      ...MEMBERSHIP_STYLE,
      size: name.size,
      colour: accent,
    })),
    ...hotelName.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: titleBottom + 14 + i * 7.5,
      ...HOTEL_STYLE,
      size: hotelName.size,
      colour: ink,
      opacity: 0.85,
    })),
  ];
}

const NAME_STYLE: LineStyle = { face: 'strong', size: 11 };
const NUMBER_STYLE: LineStyle = { face: 'strong', size: 9, tracking: 0.85 };
const VALIDITY_STYLE: LineStyle = { face: 'regular', size: 5.8, tracking: 0.1 };
const LABEL_STYLE: LineStyle = { face: 'strong', size: 4.4, tracking: 0.9 };

/** The holder, the number and the validity of the card, laid out from the bottom up. */
function layOutHolder(card: Card, { accent, ink }: Palette): Shape[] {
  const bottom = CARD.height - MARGIN;
  const number = fitText(toPrintableLine(formatCardNumber(card.sbec_no)), NUMBER_STYLE, {
    width: TEXT_WIDTH,
    minSize: 5,
  });
  const name = fitText(toPrintableLine(card.name), NAME_STYLE, { width: TEXT_WIDTH, minSize: 7.5 });
  const label = cardFaceTexts.valid[card.language];
  const nameBottom = bottom - 30 - (number.lines.length - 1) * 8;
  return [
    ...name.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: nameBottom - (name.lines.length - 1 - i) * name.size * 1.18,
      ...NAME_STYLE,
      size: name.size,
      colour: ink,
    })),
    ...number.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: bottom - 16 - (number.lines.length - 1 - i) * 8,
      ...NUMBER_STYLE,
      size: number.size,
      colour: accent,
    })),
    { kind: 'text', text: label, x: MARGIN, y: bottom, ...LABEL_STYLE, colour: accent },
    {
      kind: 'text',
      text: formatValidity(card),
      x: MARGIN + measureWidth(label, LABEL_STYLE) + 4.5,
      y: bottom,
      ...VALIDITY_STYLE,
      colour: ink,
    },
  ];
}

/** The card number as a QR code, dark on a light background. */
function layOutCode(number: string): Shape[] {
  const rows = encodeQr(number, 'raw', { ecc: 'medium', border: QR_CODE.quiet });
  const [left, top] = [CARD.width - MARGIN - QR_CODE.side, CARD.height - MARGIN - QR_CODE.side];
  const moduleSize = QR_CODE.side / rows.length;
  const toPosition = (edge: number, modules: number) => (edge + modules * moduleSize).toFixed(3);
  const paths = rows.flatMap((row, y) => {
    const bits = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(bits.matchAll(/1+/g), ({ 0: bitRun, index: start }) => {
      const end = start + bitRun.length;
      return `M${toPosition(left, start)} ${toPosition(top, y)}H${toPosition(left, end)}V${toPosition(top, y + 1)}H${toPosition(left, start)}z`;
    });
  });
  return [
    { kind: 'area', d: roundedRectPath(left, top, QR_CODE.side, QR_CODE.side, QR_CODE.radius), colour: '#ffffff' },
    { kind: 'area', d: paths.join(''), colour: '#111111' },
  ];
}

/** SVG path of a rectangle with rounded corners. */
export const roundedRectPath = (x: number, y: number, width: number, height: number, radius: number): string =>
  `M${formatCoordinate(x + radius)} ${formatCoordinate(y)}h${formatCoordinate(width - 2 * radius)}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${formatCoordinate(height - 2 * radius)}a${radius} ${radius} 0 0 1 ${-radius} ${radius}h${formatCoordinate(2 * radius - width)}a${radius} ${radius} 0 0 1 ${-radius} ${-radius}v${formatCoordinate(2 * radius - height)}a${radius} ${radius} 0 0 1 ${radius} ${-radius}z`;

const STAMP_STYLE: LineStyle = { face: 'strong', size: 15, tracking: 5 };

/** A band above the name of an invalid card, which has no readable code. */
function layOutOverprint(text: string): Shape[] {
  const [x, y] = [CARD.width / 2, CARD.height * 0.4];
  const rotation = { degrees: -6, x, y };
  const [width, height] = [CARD.width * 1.1, 24];
  return [
    {
      kind: 'area',
      d: roundedRectPath(x - width / 2, y - height / 2, width, height, 0.01),
      colour: '#b3261e',
      opacity: 0.92,
      rotation,
    },
    {
      kind: 'text',
      text,
      x: x - measureWidth(text, STAMP_STYLE) / 2,
      y: y + STAMP_STYLE.size * 0.36,
      ...STAMP_STYLE,
      colour: '#ffffff',
      rotation,
    },
  ];
}
