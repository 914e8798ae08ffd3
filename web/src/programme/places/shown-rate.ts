import { withoutZeros } from '@innkeeper/contract';
import { formatNumber } from '../../format/number.ts';

/** Decimals of a rate. */
const RATE_SCALE = 6;

/** A rate as people read it, without its last zeros. */
export const shownRate = (rate: unknown): string => withoutZeros(formatNumber(String(rate), RATE_SCALE));
