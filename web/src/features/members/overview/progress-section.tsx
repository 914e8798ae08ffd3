import { getResource, permission } from '@innkeeper/contract';
import type { Standing, StandingVisit, VisitGoal } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { formatDate } from '../../../format/date.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { can } from '../../../session/user.ts';
import { Money } from '../../../session/money.tsx';

const visit = getResource('visit');

/** The member's progress towards keeping the tier and towards the next one, with the visits that count. */
export function ProgressSection({ standing }: { standing: Standing }) {
  const { maintain, upgrade, visits, counted, not_counted: notCounted, card } = standing;
  return (
    <div className="flex min-w-0 flex-1 basis-60 flex-col gap-4">
      {maintain && <Goal kind="maintain" goal={maintain} standing={standing} />}
      {upgrade?.to && <Goal kind="upgrade" goal={upgrade} standing={standing} to={upgrade.to.name} />}
      {!maintain && !upgrade?.to && (
        <p className="text-muted">
          {card ? <Trans>This tier has no visit requirement.</Trans> : <Trans>Visits count only with a card.</Trans>}
        </p>
      )}
      <div className="flex flex-col gap-1">
        {visits.complimentary > 0 && (
          <p className="text-sm text-muted">
            <Plural
              value={visits.complimentary}
              one="Includes # complimentary visit."
              other="Includes # complimentary visits."
            />
          </p>
        )}
        <VisitList
          label={
            visits.counting === 'per-day' ? (
              <Plural value={visits.counted} one="# day counted" other="# days counted" />
            ) : (
              <Plural value={visits.counted} one="# visit counted" other="# visits counted" />
            )
          }
          visits={counted}
        />
        <VisitList
          label={<Plural value={notCounted.length} one="# visit not counted" other="# visits not counted" />}
          visits={notCounted}
        />
      </div>
    </div>
  );
}

interface GoalProps {
  readonly kind: 'maintain' | 'upgrade';
  readonly goal: VisitGoal;
  readonly standing: Standing;
  /** The next tier. */
  readonly to?: string;
}

function Goal({ kind, goal, standing, to = '' }: GoalProps) {
  const { t } = useLingui();
  const { required, missing } = goal;
  const { complimentary } = standing.visits;
  const done = required - missing;
  const by = formatDate(goal.by);
  const given = Math.min(complimentary, done);
  const name = kind === 'maintain' ? t`Visits to keep this tier` : t`Visits to reach ${to}`;
  const isPastDate = standing.day > goal.by;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted tabular">
          <Trans>
            {done} of {required} visits
          </Trans>
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={done}
        className="flex h-2 overflow-hidden rounded-full bg-hover forced-colors:border"
      >
        <Part share={(done - given) / required} className={missing === 0 ? 'bg-success' : 'bg-accent'} />
        <Part share={given / required} className={missing === 0 ? 'bg-success/60' : 'bg-accent/60'} />
      </div>
      <p className="mt-1 text-sm text-muted tabular">
        {missing === 0 ? (
          kind === 'maintain' ? (
            <Trans>Requirement met</Trans>
          ) : standing.upgrade?.is_waiting ? (
            <Trans>Requirement met. The upgrade is waiting for approval.</Trans>
          ) : (
            <Trans>Reached</Trans>
          )
        ) : isPastDate ? (
          <Plural value={missing} one={`# short on ${by}`} other={`# short on ${by}`} />
        ) : (
          <Plural value={missing} one={`# to go by ${by}`} other={`# to go by ${by}`} />
        )}
      </p>
    </div>
  );
}

/** The width is set by script at runtime, which the content security policy allows. */
const Part = ({ share, className }: { share: number; className: string }) => (
  <span className={`h-full ${className} forced-colors:bg-[Highlight]`} style={{ width: `${share * 100}%` }} />
);

function VisitList({ label, visits }: { label: ReactNode; visits: readonly (StandingVisit & { reason?: string })[] }) {
  if (visits.length === 0) return null;
  const canOpen = can(permission('VIEW', visit.permission));
  return (
    <details className="group">
      <summary className="flex min-h-(--control-small) cursor-pointer list-none items-center gap-1.5 rounded-md text-sm text-accent-text hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight size={15} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <ul className="mt-1 mb-2 max-h-80 divide-y divide-border overflow-y-auto rounded-md border border-border">
        {visits.map((one) => (
          <li key={one.id} className="px-3 py-1.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3 tabular">
              <span className="min-w-0">
                {formatDate(one.day)} ·{' '}
                {canOpen && one.grand_total !== null ? (
                  <Link to={recordPath(visit, one.id)} className="hover:underline">
                    {one.hotel.name}
                  </Link>
                ) : (
                  one.hotel.name
                )}
              </span>
              {one.grand_total !== null && (
                <Money amount={one.grand_total} currency={one.currency} className="text-muted" />
              )}
            </p>
            {one.reason !== undefined && <p className="text-muted">{one.reason}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
