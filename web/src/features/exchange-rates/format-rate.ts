import { trimTrailingZeros } from '@innkeeper/contract';
import { formatNumber } from '../../format/number.ts';

/** Decimals of a rate. */
const RATE_SCALE = 6;

/** Formats a rate without trailing zeros. */
export const formatRate = (rate: unknown): string => trimTrailingZeros(formatNumber(String(rate), RATE_SCALE));
