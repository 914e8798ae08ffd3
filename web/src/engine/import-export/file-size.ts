import { formatNumber } from '../../format/number.ts';

const KILOBYTE = 1000;

/** `640 B`, `12 kB`, `3.4 MB`: only megabytes have a decimal. */
export function formatSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${formatNumber(bytes)} B`;
  if (bytes < KILOBYTE ** 2) return `${formatNumber(bytes / KILOBYTE)} kB`;
  return `${formatNumber(bytes / KILOBYTE ** 2, 1)} MB`;
}
