import type { ReportRow } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { drawCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';

interface ReportSumsProps {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  /** By column; null where the amounts are in several currencies. Empty until they are known. */
  totals: ReportRow;
  /** Any row: what can be added up is in its currency. */
  row: Readonly<Record<string, unknown>> | undefined;
}

/** The sums over all rows of a report, under their columns. */
export function ReportSums({ columns, styles, totals, row }: ReportSumsProps) {
  if (!columns.some(({ column }) => Object.hasOwn(totals, column))) return null;
  return (
    <div role="rowgroup" className="list-foot">
      <div role="row" className="list-foot-row">
        <div role="gridcell" className="list-check" />
        {columns.map((c, at) => (
          <div
            key={c.column}
            role="gridcell"
            className={`list-cell${isNumeric(c.field.kind) ? ' is-number' : ''}`}
            style={styles.get(c.column)}
          >
            {Object.hasOwn(totals, c.column) ? (
              totals[c.column] === null ? (
                <span className="font-normal text-muted">
                  <Trans>Several currencies</Trans>
                </span>
              ) : (
                drawCell(c.field, { record: { ...row, ...totals }, column: c.column })
              )
            ) : at === 0 ? (
              <Trans>Sum of all rows</Trans>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}
