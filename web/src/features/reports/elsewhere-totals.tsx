import { type CurrencySums, type OfferedColumn, type ReportKey, getReportDefinition } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useUser } from '../../session/user.ts';
import { renderSum } from './report-sums.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportElsewhereProps {
  report: ReportKey;
  offeredColumns: readonly OfferedColumn[];
  sums: readonly CurrencySums[];
}

/** Totals of the reader's records at other hotels, separate from the report's sums. */
export function ElsewhereTotals({ report, offeredColumns, sums }: ReportElsewhereProps) {
  const { t } = useLingui();
  const user = useUser();
  const { fields } = getReportDefinition(report);
  // A user who sees every hotel has no records elsewhere, but a shared view may still request them.
  if (!user?.hotels) return null;
  return (
    <section
      aria-label={t`Elsewhere`}
      className="rounded-lg border border-dashed border-border px-3 py-2 text-sm text-muted"
    >
      <h2 className="font-medium">
        {sums.length === 0 ? (
          <Trans>Your members have no records at other hotels.</Trans>
        ) : (
          <Trans>Elsewhere: your members’ records at other hotels. Not included in totals.</Trans>
        )}
      </h2>
      <ul className="tabular">
        {sums.map((currencySums) => (
          <li key={currencySums.currency} className="flex flex-wrap gap-x-4">
            <span>
              {currencySums.currency !== null && `${currencySums.currency} · `}
              <Plural value={currencySums.rows} one="# row" other="# rows" />
            </span>
            {offeredColumns.map(({ key, label }) => {
              const field = fields[key];
              return (
                field &&
                Object.hasOwn(currencySums.totals, key) && (
                  <span key={key}>
                    {label}{' '}
                    <span className="text-text">
                      {renderSum(field, key, currencySums.currency, currencySums.totals)}
                    </span>
                    <WithoutRateRows
                      {...{ report, offeredColumns }}
                      columns={offeredColumns.filter((column) => column.key === key)}
                      sums={[currencySums]}
                    />
                  </span>
                )
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
