import { type OfferedColumn, type ReportKey, type ReportRow, getReportDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';

/** Name of a report group as text: a month, a choice, yes or no, or the column's value. */
export function groupName(report: ReportKey, { key, type }: OfferedColumn, value: ReportRow[string]): string {
  if (value === null) return t`Empty`;
  const text = String(value);
  const field = getReportDefinition(report).fields[key];
  switch (type) {
    case 'date':
    case 'instant':
      return longMonth(text);
    case 'flag':
      return text === '1' ? t`Yes` : t`No`;
    case 'integer':
      return formatNumber(text);
    case 'choice':
      return (
        (field?.kind === 'choice' && field.choices.find((c) => c.value === text)?.label[currentLanguage()]) || text
      );
    default:
      return text;
  }
}
