import { apiError } from './api-error.ts';
import { requestTexts } from '../../texts/requests.ts';

const FULL_DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The error for a failed write: a readable message if the disk is full, otherwise the error itself. */
export const toWriteError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && FULL_DISK_CODES.has(String(error.code))
    ? apiError('unavailable', { message: requestTexts.diskFull, headers: { 'retry-after': '60' }, cause: error })
    : error;
