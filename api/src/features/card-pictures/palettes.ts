/** The colours of a card. */
export interface Palette {
  /** The background gradient, from the upper left to the lower right. */
  readonly background: readonly [string, string, string];
  /** Colour of the membership's name, lines and ornament. */
  readonly accent: string;
  /** Colour of all other text. */
  readonly ink: string;
}

/**
 * From the lowest tier of a programme to the highest. Ink and accent each have a contrast of at least 4.5:1 with the
 * background.
 */
const PALETTES: readonly [Palette, ...Palette[]] = [
  { background: ['#1f6f66', '#17564f', '#0e3b37'], accent: '#cfeee2', ink: '#f4fbf8' },
  { background: ['#1d5a8c', '#15436b', '#0d2b47'], accent: '#cfe3f5', ink: '#f3f8fc' },
  { background: ['#5a3378', '#43245c', '#2a1540'], accent: '#e2d0f0', ink: '#faf6fd' },
  { background: ['#7a2440', '#5b1930', '#3a0e1e'], accent: '#f3cfd3', ink: '#fdf5f5' },
  { background: ['#4b5058', '#33373d', '#1d2024'], accent: '#dfe4ea', ink: '#f7f8fa' },
  { background: ['#2b2620', '#191612', '#0b0a08'], accent: '#e6c687', ink: '#fbf6ea' },
];

/** The faded colours of an invalid card. */
export const INACTIVE_PALETTE: Palette = {
  background: ['#7c7f84', '#6b6e73', '#5a5d62'],
  accent: '#eceef0',
  ink: '#f6f7f8',
};

/** The colours of a relative rank: 0 is the lowest in the programme, 1 the highest. */
export function paletteOf(standing: number): Palette {
  const index = Math.round(standing * (PALETTES.length - 1));
  return PALETTES[index] ?? PALETTES[0];
}
