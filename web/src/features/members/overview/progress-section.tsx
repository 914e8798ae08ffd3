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
      {maintain && <GoalProgress kind="maintain" goal={maintain} standing={standing} />}
      {upgrade?.to && <GoalProgress kind="upgrade" goal={upgrade} standing={standing} tierName={upgrade.to.name} />}
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

interface GoalProgressProps {
  readonly kind: 'maintain' | 'upgrade';
  readonly goal: VisitGoal;
  readonly standing: Standing;
  /** The next tier. */
  readonly tierName?: string;
}

function GoalProgress({ kind, goal, standing, tierName = '' }: GoalProgressProps) {
  const { t } = useLingui();
  const { required, missing } = goal;
  const { complimentary } = standing.visits;
  const visitCount = required - missing;
  const dueDate = formatDate(goal.by);
  const complimentaryCount = Math.min(complimentary, visitCount);
  const name = kind === 'maintain' ? t`Visits to keep this tier` : t`Visits to reach ${tierName}`;
  const isOverdue = standing.day > goal.by;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted tabular">
          <Trans>
            {visitCount} of {required} visits
          </Trans>
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={visitCount}
        className="flex h-2 overflow-hidden rounded-full bg-hover forced-colors:border"
      >
        <ProgressSegment
          share={(visitCount - complimentaryCount) / required}
          className={missing === 0 ? 'bg-success' : 'bg-accent'}
        />
        <ProgressSegment
          share={complimentaryCount / required}
          className={missing === 0 ? 'bg-success/60' : 'bg-accent/60'}
        />
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
        ) : isOverdue ? (
          <Plural value={missing} one={`# short on ${dueDate}`} other={`# short on ${dueDate}`} />
        ) : (
          <Plural value={missing} one={`# to go by ${dueDate}`} other={`# to go by ${dueDate}`} />
        )}
      </p>
    </div>
  );
}

/** The width is set by script at runtime, which the content security policy allows. */
const ProgressSegment = ({ share, className }: { share: number; className: string }) => (
  <span className={`h-full ${className} forced-colors:bg-[Highlight]`} style={{ width: `${share * 100}%` }} />
);

function VisitList({ label, visits }: { label: ReactNode; visits: readonly (StandingVisit & { reason?: string })[] }) {
  if (visits.length === 0) return null;
  const canOpen = can(permission('VIEW', visit.permission));
  return (
    <details className="group">
      <summary className="flex min-h-(--control-small) pointer-coarse:min-h-(--control) cursor-pointer list-none items-center gap-1.5 rounded-md text-sm text-accent-text hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight size={15} className="shrink-0 transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <ul className="mt-1 mb-2 max-h-80 divide-y divide-border overflow-y-auto rounded-md border border-border">
        {visits.map((item) => (
          <li key={item.id} className="px-3 py-1.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3 tabular">
              <span className="min-w-0">
                {formatDate(item.day)} ·{' '}
                {canOpen && item.grand_total !== null ? (
                  <Link to={recordPath(visit, item.id)} className="hover:underline">
                    {item.hotel.name}
                  </Link>
                ) : (
                  item.hotel.name
                )}
              </span>
              {item.grand_total !== null && (
                <Money amount={item.grand_total} currency={item.currency} className="text-muted" />
              )}
            </p>
            {item.reason !== undefined && <p className="text-muted">{item.reason}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
