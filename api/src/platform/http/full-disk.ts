import { fail } from './fail.ts';

const FULL = {
  en: 'There is no room for this file at the moment.',
  id: 'Saat ini tidak ada ruang untuk berkas ini.',
};
const CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The answer to a failed write: in words where the disk is full, otherwise the error itself. */
export const writeError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && CODES.has(String(error.code))
    ? fail('unavailable', { message: FULL, headers: { 'retry-after': '60' }, cause: error })
    : error;
