import { EXPORT_FORMATS } from '../rules/import-export.ts';

/** Reports as files: streamed immediately, or made by a background job. */

export const REPORT_FORMATS = [...EXPORT_FORMATS, 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Maximum rows of a streamed file. */
export const STREAMED_ROWS_MAX = 20_000;
/** Maximum rows of a PDF: nobody can page through more. */
export const PDF_ROWS_MAX = 100_000;
/** Days for which a file made by a job is retained. */
export const REPORT_FILE_DAYS = 7;
/** Maximum unfinished files per user. */
export const ACTIVE_REPORT_FILES_MAX = 5;
