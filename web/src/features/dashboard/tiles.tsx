import type { Comparison, Dashboard, Metric } from '@innkeeper/contract/calls';
import { getResource } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { ForwardArrow } from '../../ui/forward-arrow.tsx';
import { longMonth } from '../../format/month.ts';

const CARD_CLASS = 'flex min-w-0 flex-col rounded-lg border border-border bg-surface px-4 py-3.5';
const LARGE_CLASS = 'text-2xl font-semibold tabular';
const NUMBER_CLASS = 'rounded-sm tabular underline-offset-4 hover:underline';

/** Members, joined and lapsed members, cards that expire, and vouchers members can still redeem. */
export function Tiles({ data }: { data: Dashboard }) {
  const { t } = useLingui();
  const previousMonth = data.has_two_months ? t`the month before` : previousMonthName(data.month);
  return (
    <div className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-4">
      <StandingTile members={data.members} />
      <div className="grid grid-cols-2 gap-3 @2xl:grid-cols-1">
        <ComparisonTile title={t`Joined this month`} previousMonth={previousMonth} {...data.joined} />
        <ComparisonTile
          title={t`Lapsed this month`}
          hint={t`Last card expired without renewal`}
          previousMonth={previousMonth}
          {...data.lapsed}
        />
      </div>
      <ExpiringCardsTile expiring={data.expiring} />
    </div>
  );
}

/** The name of the previous month. */
function previousMonthName(month: string): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return longMonth(monthNumber === 1 ? `${year - 1}-12` : `${year}-${String(monthNumber - 1).padStart(2, '0')}`);
}

function Tile({ title, hint, children }: { title: ReactNode; hint?: string; children: ReactNode }) {
  return (
    <section className={CARD_CLASS}>
      <h2 className="text-sm text-muted" data-tooltip={hint}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Dedicated colours with the same meaning in every theme. */
const STANDING_FILLS: Readonly<Record<string, string>> = {
  maintained: 'bg-standing-maintained',
  active: 'bg-standing-active',
  not_maintained: 'bg-standing-not-maintained',
  lapsed: 'bg-standing-lapsed',
  none: 'bg-standing-no-card',
};

function StandingTile({ members }: Pick<Dashboard, 'members'>) {
  const { t } = useLingui();
  const label = useLabel();
  const { served_elsewhere: servedElsewhere } = members;
  const servedElsewhereHint = t`Registered at these hotels and served at others`;
  const { standing } = getResource('member').fields;
  const choices = standing?.kind === 'choice' ? standing.choices : [];
  const parts = Object.keys(STANDING_FILLS).flatMap((value) => {
    const metric = members.by_standing.find((f) => f.standing === value);
    const choice = choices.find((c) => c.value === value);
    return metric && choice ? [{ ...metric, name: label(choice.label) }] : [];
  });
  return (
    <section className={`${CARD_CLASS} @container @2xl:col-span-2`}>
      <h2 className="text-sm text-muted">
        <Trans>Members</Trans>
      </h2>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <RowsLink rows={members.rows} className={`${LARGE_CLASS} ${NUMBER_CLASS}`}>
          {formatNumber(members.number)}
        </RowsLink>
        {servedElsewhere && servedElsewhere.number > 0 && (
          <span className="text-sm text-muted">
            <Trans>
              served here ·{' '}
              <RowsLink
                rows={servedElsewhere.rows}
                className={`${NUMBER_CLASS} font-medium text-text`}
                tooltip={servedElsewhereHint}
              >
                {formatNumber(servedElsewhere.number)}
              </RowsLink>{' '}
              registered here
            </Trans>
          </span>
        )}
      </p>
      <div aria-hidden="true" className="mt-auto flex h-3 shrink-0 gap-px overflow-hidden rounded-full bg-sunken">
        {parts.map(
          ({ standing: value, number, rows, name }) =>
            number > 0 && (
              <RowsLink
                key={value}
                rows={rows}
                tabIndex={-1}
                tooltip={`${name}: ${formatNumber(number)}`}
                className={`${STANDING_FILLS[value] ?? ''} min-w-0.5 basis-0`}
                style={{ flexGrow: number }}
              />
            ),
        )}
      </div>
      <ul className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 @3xs:grid-cols-2 @md:grid-cols-3">
        {parts.map(({ standing: value, number, rows, name }) => (
          <li key={value} className="flex min-w-0 items-center gap-2 text-sm">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${STANDING_FILLS[value] ?? ''}`} />
            <span className="min-w-0 text-muted">{name}</span>
            <RowsLink
              rows={rows}
              label={`${name}: ${formatNumber(number)}`}
              className={`${NUMBER_CLASS} ml-auto font-medium`}
            >
              {formatNumber(number)}
            </RowsLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ComparisonTileProps extends Comparison {
  title: string;
  hint?: string;
  previousMonth: string;
}

function ComparisonTile({ title, hint, previousMonth, this_month, last_month }: ComparisonTileProps) {
  return (
    <Tile title={title} hint={hint}>
      <p className={LARGE_CLASS}>
        <RowsLink
          rows={this_month.rows}
          className={NUMBER_CLASS}
          label={`${title}: ${formatNumber(this_month.number)}`}
        >
          {formatNumber(this_month.number)}
        </RowsLink>
      </p>
      <p className="text-sm text-muted">
        <Trans>
          <RowsLink rows={last_month.rows} className={`${NUMBER_CLASS} font-medium text-text`}>
            {formatNumber(last_month.number)}
          </RowsLink>{' '}
          in {previousMonth}
        </Trans>
      </p>
    </Tile>
  );
}

/** The list with the telephone numbers of these members. */
const CALL_LIST_PATH: string = '/company/work-list/expiring';

function ExpiringCardsTile({ expiring }: Pick<Dashboard, 'expiring'>) {
  const { t } = useLingui();
  const renderLine = (metric: Metric & { days: number }) => {
    const { days } = metric;
    const name = t`within ${days} days`;
    return (
      <li key={days} className="flex items-baseline justify-between gap-3 border-t border-border py-1.5 first:border-0">
        <span className="text-muted">{name}</span>
        <RowsLink
          rows={metric.rows}
          label={`${name}: ${formatNumber(metric.number)}`}
          className={`${NUMBER_CLASS} text-lg font-semibold`}
        >
          {formatNumber(metric.number)}
        </RowsLink>
      </li>
    );
  };
  return (
    <Tile title={t`Expiring cards`}>
      <ul className="mt-1">{expiring.map(renderLine)}</ul>
      {can('VIEW_MEMBER') && (
        <Link
          to={CALL_LIST_PATH}
          className="touch-line mt-auto self-start rounded-sm pt-2 text-sm font-medium text-accent-text hover:underline print:hidden"
        >
          <Trans>Call them</Trans>
          <ForwardArrow />
        </Link>
      )}
    </Tile>
  );
}
