import {
  RECONCILIATION_CHECKS,
  RECONCILIATION_SETS,
  type ReconciliationSet,
  getResource,
  isResourceKey,
} from '@innkeeper/contract';
import type { ReconciliationRun } from '@innkeeper/contract/calls';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import EqualNot from 'lucide-react/icons/equal-not';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { Spinner } from '../../ui/spinner.tsx';

type Difference = NonNullable<ReconciliationRun['differences']>[number];

const SET_KEYS = Object.keys(RECONCILIATION_SETS) as ReconciliationSet[]; // Object.keys returns string[]

/** The result of the last reconciliation: whether each set agrees, and every broken rule with its records. */
export function ReconciliationReport({ run }: { run: ReconciliationRun }) {
  const { at, by, differences, seconds } = run;
  const startedAt = formatDateTime(at);
  const startedBy = <PersonName person={by} />;
  if (run.ended_at === null)
    return (
      <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3">
        <Spinner />
        <span className="min-w-0">
          <Trans>
            Check running, started by {startedBy} on {startedAt}. You can leave this page.
          </Trans>
        </span>
      </p>
    );
  if (differences === null)
    return (
      <p role="status" className="rounded-md bg-danger-soft px-4 py-3 text-danger-text">
        <Trans>
          The check of {startedAt} failed. Run it again; if it fails again, contact your server administrator.
        </Trans>
      </p>
    );
  const totalSeconds = formatNumber(Math.max(seconds ?? 0, 0.1), 1);
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex flex-col gap-1">
        <p className="flex items-center gap-2 text-lg font-medium">
          {differences.length === 0 ? (
            <>
              <CircleCheck size={20} className="text-success-text" />
              <Trans>No differences</Trans>
            </>
          ) : (
            <Plural value={differences.length} one="# difference" other="# differences" />
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>
            Run by {startedBy} on {startedAt}, took {totalSeconds} s
          </Trans>
        </p>
        {run.head && <LogHead head={run.head} />}
        {run.stored_head !== null && <StoredHeadResult head={run.stored_head} differences={differences} />}
      </div>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {SET_KEYS.map((set) => (
          <SetResult
            key={set}
            set={set}
            differences={differences.filter(({ check }) => RECONCILIATION_CHECKS[check].set === set)}
          />
        ))}
      </ul>
    </div>
  );
}

/** The head of the audit log, which an auditor stores outside the system. */
function LogHead({ head: { seal, lines, at, hash } }: { head: NonNullable<ReconciliationRun['head']> }) {
  const sealedAt = formatDateTime(at);
  const count = formatNumber(lines);
  return (
    <p className="text-sm text-muted">
      <Trans>Audit log head:</Trans> <code className="font-mono break-all">{`${seal}-${hash}`}</code>{' '}
      <Trans>
        Entries: {count}; sealed on {sealedAt}. Store it outside Innkeeper to prove later that the log is unchanged.
      </Trans>
    </p>
  );
}

/**
 * Whether the log still contains the externally stored head. If not all broken heads are listed, this may be one of
 * them.
 */
function StoredHeadResult({ head, differences }: { head: string; differences: readonly Difference[] }) {
  const headDifference = differences.find(({ check }) => check === 'log-heads');
  const isHeadMatching =
    !headDifference ||
    (headDifference.count === headDifference.rows.length &&
      !headDifference.rows.some(({ resource }) => resource === 'log_seal'));
  return (
    <p className={classNames('text-sm', isHeadMatching ? 'text-success-text' : 'text-danger-text')}>
      {isHeadMatching ? (
        <Trans>The log matches the stored head:</Trans>
      ) : (
        <Trans>The log does not match the stored head:</Trans>
      )}{' '}
      <code className="font-mono break-all">{head}</code>
    </p>
  );
}

function SetResult({ set, differences }: { set: ReconciliationSet; differences: readonly Difference[] }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{label(RECONCILIATION_SETS[set])}</h2>
        {differences.length === 0 ? (
          <Badge tone="success">{t`OK`}</Badge>
        ) : (
          <Badge tone="danger">{t`Difference`}</Badge>
        )}
      </div>
      {differences.map((difference) => (
        <FailedCheck key={difference.check} difference={difference} />
      ))}
    </li>
  );
}

function FailedCheck({ difference: { check, count, rows } }: { difference: Difference }) {
  const label = useLabel();
  const moreCount = formatNumber(count - rows.length);
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunken px-3.5 py-3">
      <p>
        <Trans>Difference: {label(RECONCILIATION_CHECKS[check].label)}</Trans>
      </p>
      <ul className="flex flex-col text-sm tabular">
        {rows.map(({ resource, id, note }) => (
          <li key={`${resource} ${id} ${note ?? ''}`} className="flex flex-wrap items-center gap-x-2">
            <RecordName resource={resource} id={id} />
            {note !== null && <DifferenceNote note={note} />}
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="text-sm text-muted">
          <Trans>… and {moreCount} more</Trans>
        </p>
      )}
    </div>
  );
}

/** The stored and the computed value. The typeface has no glyph for "not equal". */
function DifferenceNote({ note }: { note: string }) {
  const [storedValue = '', computedValue] = note.split('≠');
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 break-words text-muted">
      {storedValue.trim()}
      {computedValue !== undefined && (
        <>
          <EqualNot size={13} role="img" aria-label="≠" />
          {computedValue.trim()}
        </>
      )}
    </span>
  );
}

/** Pages for names that are not resources. */
const RECORD_PAGES: Readonly<Record<string, { readonly name: MessageDescriptor; readonly path: string }>> = {
  approval: { name: msg`Approval`, path: '/others/approval?state=all' },
  month_close: { name: msg`Month close`, path: '/finance/month-close' },
  member_merge: { name: msg`Merge`, path: '/company/member' },
  rate_correction: { name: msg`Rate correction`, path: '/system/country' },
  sale_dispute: { name: msg`Payment dispute`, path: '/finance/transaction' },
  log_seal: { name: msg`Audit log seal`, path: '/others/audit' },
};

/** A difference of a whole table has no record to link to. */
function RecordName({ resource, id }: { resource: string; id: number }) {
  const { t } = useLingui();
  const label = useLabel();
  const page = RECORD_PAGES[resource];
  if (page)
    return (
      <Link to={page.path} className="py-0.5 text-accent-text underline-offset-2 hover:underline">
        {t(page.name)} {id}
      </Link>
    );
  if (!isResourceKey(resource)) return <span>{resource}</span>;
  const definition = getResource(resource);
  if (id === 0) return <span>{label(definition.labels)}</span>;
  return (
    <Link to={recordPath(definition, id)} className="py-0.5 text-accent-text underline-offset-2 hover:underline">
      {label(definition.label)} {id}
    </Link>
  );
}
