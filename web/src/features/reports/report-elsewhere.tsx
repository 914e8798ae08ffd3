import { type CurrencySums, type OfferedColumn, type ReportKey, reportDefinition } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useUser } from '../../session/user.ts';
import { renderSum } from './report-sums.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportElsewhereProps {
  report: ReportKey;
  offered: readonly OfferedColumn[];
  sums: readonly CurrencySums[];
}

/** Totals of the reader's records at other hotels, separate from the report's sums. */
export function ReportElsewhere({ report, offered, sums }: ReportElsewhereProps) {
  const { t } = useLingui();
  const user = useUser();
  const { fields } = reportDefinition(report);
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
        {sums.map((part) => (
          <li key={part.currency} className="flex flex-wrap gap-x-4">
            <span>
              {part.currency !== null && `${part.currency} · `}
              <Plural value={part.rows} one="# row" other="# rows" />
            </span>
            {offered.map(({ key, label }) => {
              const field = fields[key];
              return (
                field &&
                Object.hasOwn(part.totals, key) && (
                  <span key={key}>
                    {label} <span className="text-text">{renderSum(field, key, part.currency, part.totals)}</span>
                    <WithoutRateRows
                      {...{ report, offered }}
                      columns={offered.filter((column) => column.key === key)}
                      sums={[part]}
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
