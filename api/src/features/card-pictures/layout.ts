import encodeQr from 'qr';
import { formatCardNumber } from '@innkeeper/contract';
import { type Card, validityOf } from './card.ts';
import { CARD, type Shape } from './shapes.ts';
import { type Setting, drawable, fit, widthOf } from './typesetting.ts';
import { type Palette, INACTIVE_PALETTE, paletteOf } from './palettes.ts';

const MARGIN = 15;
/** The QR code's field. The symbol includes the quiet zone required by ISO/IEC 18004, in modules. */
const CODE = { side: 57, quiet: 4, radius: 4 };
/** Width of the text area left of the code. */
const TEXT_WIDTH = CARD.width - 2 * MARGIN - CODE.side - 6;

/** The face of a card. See docs/decisions/0018-render-member-cards-on-request.md. */
export function layOut(card: Card): readonly Shape[] {
  const palette = card.isUsable ? paletteOf(card.standing) : INACTIVE_PALETTE;
  return [
    { kind: 'ground', colours: palette.ground },
    ...ornament(palette),
    ...heading(card, palette),
    ...holder(card, palette),
    ...(card.isUsable ? code(card.sbec_no) : overprint()),
  ];
}

const round = (n: number): string => String(Math.round(n * 100) / 100);

/** Fine arcs that spread from the upper right corner, like a guilloche. */
function ornament({ metal }: Palette): Shape[] {
  const [x, y] = [CARD.width - 20, -6];
  return Array.from({ length: 13 }, (_, i) => {
    const r = 26 + i * 9;
    const d = `M${round(x - r)} ${y}A${r} ${r} 0 0 0 ${round(x + r)} ${y}`;
    return { kind: 'line', d, colour: metal, width: 0.45, opacity: 0.34 - i * 0.022 };
  });
}

const MEMBERSHIP: Setting = { face: 'display', size: 23 };
const HOTEL: Setting = { face: 'strong', size: 5.6, tracking: 1.1 };

/** The membership, and the hotel that sold it. */
function heading({ membership, hotel }: Card, { metal, ink }: Palette): Shape[] {
  const width = CARD.width - 2 * MARGIN - 12;
  const name = fit(drawable(membership), MEMBERSHIP, { width, minSize: 13 });
  const fixtures = fit(drawable(hotel).toUpperCase(), HOTEL, { width: width - 30, minSize: 4.6 });
  const below = 32 + (name.lines.length - 1) * name.size * 0.95;
  return [
    ...name.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN - 0.5,
      y: 32 + i * name.size * 0.95,
      ...MEMBERSHIP,
      size: name.size,
      colour: metal,
    })),
    ...fixtures.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: below + 14 + i * 7.5,
      ...HOTEL,
      size: fixtures.size,
      colour: ink,
      opacity: 0.85,
    })),
  ];
}

const NAME: Setting = { face: 'strong', size: 11 };
const NUMBER: Setting = { face: 'strong', size: 9, tracking: 0.85 };
const VALIDITY: Setting = { face: 'text', size: 5.8, tracking: 0.1 };
const SMALL: Setting = { face: 'strong', size: 4.4, tracking: 0.9 };

/** The holder, the number and the validity of the card, laid out from the bottom up. */
function holder(card: Card, { metal, ink }: Palette): Shape[] {
  const bottom = CARD.height - MARGIN;
  const number = fit(drawable(formatCardNumber(card.sbec_no)), NUMBER, { width: TEXT_WIDTH, minSize: 5 });
  const name = fit(drawable(card.name), NAME, { width: TEXT_WIDTH, minSize: 7.5 });
  const nameBottom = bottom - 30 - (number.lines.length - 1) * 8;
  return [
    ...name.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: nameBottom - (name.lines.length - 1 - i) * name.size * 1.18,
      ...NAME,
      size: name.size,
      colour: ink,
    })),
    ...number.lines.map((text, i): Shape => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: bottom - 16 - (number.lines.length - 1 - i) * 8,
      ...NUMBER,
      size: number.size,
      colour: metal,
    })),
    { kind: 'text', text: 'VALID', x: MARGIN, y: bottom, ...SMALL, colour: metal },
    {
      kind: 'text',
      text: validityOf(card),
      x: MARGIN + widthOf('VALID', SMALL) + 4.5,
      y: bottom,
      ...VALIDITY,
      colour: ink,
    },
  ];
}

/** The card number as a QR code, dark on a light background. */
function code(number: string): Shape[] {
  const rows = encodeQr(number, 'raw', { ecc: 'medium', border: CODE.quiet });
  const [left, top] = [CARD.width - MARGIN - CODE.side, CARD.height - MARGIN - CODE.side];
  const unit = CODE.side / rows.length;
  const at = (edge: number, modules: number) => (edge + modules * unit).toFixed(3);
  const dots = rows.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('');
    return Array.from(line.matchAll(/1+/g), ({ 0: run, index: from }) => {
      const to = from + run.length;
      return `M${at(left, from)} ${at(top, y)}H${at(left, to)}V${at(top, y + 1)}H${at(left, from)}z`;
    });
  });
  return [
    { kind: 'area', d: roundTo(left, top, CODE.side, CODE.side, CODE.radius), colour: '#ffffff' },
    { kind: 'area', d: dots.join(''), colour: '#111111' },
  ];
}

/** A rectangle with rounded corners, as a path. */
export const roundTo = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${round(x + r)} ${round(y)}h${round(width - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${round(height - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${round(2 * r - width)}a${r} ${r} 0 0 1 ${-r} ${-r}v${round(2 * r - height)}a${r} ${r} 0 0 1 ${r} ${-r}z`;

const STAMP: Setting = { face: 'strong', size: 15, tracking: 5 };

/** A band above the name of an invalid card, which has no readable code. */
function overprint(): Shape[] {
  const text = 'NOT VALID';
  const [x, y] = [CARD.width / 2, CARD.height * 0.4];
  const turn = { degrees: -6, x, y };
  const [length, height] = [CARD.width * 1.1, 24];
  return [
    {
      kind: 'area',
      d: roundTo(x - length / 2, y - height / 2, length, height, 0.01),
      colour: '#b3261e',
      opacity: 0.92,
      turn,
    },
    {
      kind: 'text',
      text,
      x: x - widthOf(text, STAMP) / 2,
      y: y + STAMP.size * 0.36,
      ...STAMP,
      colour: '#ffffff',
      turn,
    },
  ];
}
