import { type Condition, type RowSelection, idCondition } from '@innkeeper/contract';
import type { Spend } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MissingRates } from '../../../engine/list/missing-rates.tsx';
import { Section } from './section.tsx';
import { Money } from '../../../session/money.tsx';

/** Totals of the member's visits, this year and overall, in the hotels' currencies and in US dollars. */
export function SpendSection({ memberId, spend }: { memberId: number; spend: Spend & { readonly this_year: Spend } }) {
  const { t } = useLingui();
  const visitRows = (...extraConditions: readonly Condition[]): RowSelection => ({
    resource: 'visit',
    conditions: [idCondition('member_id', memberId), ...extraConditions],
  });
  return (
    <Section title={t`Spend`}>
      {spend.visits === 0 ? (
        <p className="text-muted">
          <Trans>No visits yet.</Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <SpendPeriod
            label={t`This year`}
            spend={spend.this_year}
            rows={visitRows({ column: 'visit_date', operator: 'preset', value: 'this_year' })}
          />
          <SpendPeriod label={t`Total`} spend={spend} rows={visitRows()} />
        </div>
      )}
    </Section>
  );
}

function SpendPeriod({ label, spend, rows }: { label: string; spend: Spend; rows: RowSelection }) {
  return (
    <div>
      <p className="flex justify-between gap-3 text-sm text-muted">
        <span>{label}</span>
        <span className="tabular">
          <Plural value={spend.visits} one="# visit" other="# visits" />
        </span>
      </p>
      {spend.totals.map(({ currency, decimals, total }) => (
        <p key={currency} className="text-lg font-semibold">
          <Money amount={total} currency={currency} decimals={decimals} />
        </p>
      ))}
      {spend.elsewhere > 0 && (
        <p className="text-sm text-muted">
          <Plural
            value={spend.elsewhere}
            one="# at a hotel you have no access to, amount not included"
            other="# at hotels you have no access to, amounts not included"
          />
        </p>
      )}
      {spend.visits > spend.elsewhere && (
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Money amount={spend.usd} currency="USD" decimals={2} />
          <MissingRates count={spend.without_rate} rows={rows} />
        </p>
      )}
    </div>
  );
}
