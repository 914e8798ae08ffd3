import { EXPORT_FORMATS } from '../rules/import-export.ts';

/** Reports as files: streamed immediately, or made by a background job. */

export const REPORT_FORMATS = [...EXPORT_FORMATS, 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Maximum rows of a streamed file. */
export const MAX_STREAMED_ROWS = 20_000;
/** Maximum number of rows of a PDF: nobody could page through more. */
export const MAX_PDF_ROWS = 100_000;
/** Days for which a file made by a job is retained. */
export const REPORT_FILE_DAYS = 7;
/** Maximum unfinished files per user. */
export const MAX_ACTIVE_REPORT_FILES = 5;
