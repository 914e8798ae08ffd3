/** The colours of a card. */
export interface Palette {
  /** The ground, from the upper left to the lower right. */
  readonly ground: readonly [string, string, string];
  /** Name of the membership, lines and ornament. */
  readonly metal: string;
  /** Everything else that is written. */
  readonly ink: string;
}

/** From the first step of a programme to its highest. Each ink and metal reads on its ground at 4.5 to 1 and more. */
const PALETTES: readonly [Palette, ...Palette[]] = [
  { ground: ['#1f6f66', '#17564f', '#0e3b37'], metal: '#cfeee2', ink: '#f4fbf8' },
  { ground: ['#1d5a8c', '#15436b', '#0d2b47'], metal: '#cfe3f5', ink: '#f3f8fc' },
  { ground: ['#5a3378', '#43245c', '#2a1540'], metal: '#e2d0f0', ink: '#faf6fd' },
  { ground: ['#7a2440', '#5b1930', '#3a0e1e'], metal: '#f3cfd3', ink: '#fdf5f5' },
  { ground: ['#4b5058', '#33373d', '#1d2024'], metal: '#dfe4ea', ink: '#f7f8fa' },
  { ground: ['#2b2620', '#191612', '#0b0a08'], metal: '#e6c687', ink: '#fbf6ea' },
];

/** The faded colours of a card that does not serve. */
export const SPENT: Palette = { ground: ['#7c7f84', '#6b6e73', '#5a5d62'], metal: '#eceef0', ink: '#f6f7f8' };

/** The colours of a standing, 0 being the lowest rank of the programme and 1 the highest. */
export function paletteOf(standing: number): Palette {
  const step = Math.round(standing * (PALETTES.length - 1));
  return PALETTES[step] ?? PALETTES[0];
}
