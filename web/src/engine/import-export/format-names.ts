import type { ReportFormat } from '@innkeeper/contract';

/** The formats of a file as people know them, the same in both languages. */
export const FORMAT_NAMES: Readonly<Record<ReportFormat, string>> = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' };
