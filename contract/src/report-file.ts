import { EXPORT_FORMATS } from './exchange.ts';

/** Reports as files: at once, or made by a job while their reader does something else. */

export const REPORT_FORMATS = [...EXPORT_FORMATS, 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Rows at most of a file that is sent while it is made. */
export const STREAMED_ROWS_MAX = 20_000;
/** Rows at most of a PDF: nobody can page through more. */
export const PDF_ROWS_MAX = 100_000;
/** Days for which a file that a job made is kept. */
export const REPORT_FILE_DAYS = 7;
/** Files that one user has in the making. */
export const REPORT_FILES_AT_WORK = 5;
