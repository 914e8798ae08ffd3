/** Three shades of the accent, then three of another hue: the chart stays calm and its parts remain distinguishable. */
const SHADES = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6'] as const;

/** Number of distinguishable colours. Further series are combined into one. */
export const MAX_SERIES = SHADES.length;

/** The class of a series in a chart, by its position. */
export const seriesShade = (index: number): string => SHADES[index % MAX_SERIES] ?? SHADES[0];

/** The class of the values to compare with, unlike any colour of the series. */
export const PREVIOUS_CLASS = 'bg-strong-border/60';
