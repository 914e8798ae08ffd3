import { AUDIT_CHECKS, AUDIT_SETS, type AuditSet, getResource, isResourceKey } from '@innkeeper/contract';
import type { AuditRun } from '@innkeeper/contract/calls';
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

type Difference = NonNullable<AuditRun['differences']>[number];

const SETS = Object.keys(AUDIT_SETS) as AuditSet[]; // Object.keys forgets the key type

/** The findings of the last audit: set by set whether it agrees, and each rule that is broken with its records. */
export function BooksResult({ run }: { run: AuditRun }) {
  const { at, by, differences, seconds } = run;
  const when = formatDateTime(at);
  const who = <PersonName person={by} />;
  if (run.ended_at === null)
    return (
      <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3">
        <Spinner />
        <Trans>
          Everything is being added up, asked for by {who} at {when}. You may leave this page.
        </Trans>
      </p>
    );
  if (differences === null)
    return (
      <p role="status" className="rounded-md bg-danger-soft px-4 py-3 text-danger-text">
        <Trans>
          The audit of {when} could not be done. Try it again; if it fails again, tell whoever runs the server.
        </Trans>
      </p>
    );
  const took = formatNumber(Math.max(seconds ?? 0, 0.1), 1);
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex flex-col gap-1">
        <p className="flex items-center gap-2 text-lg font-medium">
          {differences.length === 0 ? (
            <>
              <CircleCheck size={20} aria-hidden="true" className="text-success-text" />
              <Trans>Everything agrees</Trans>
            </>
          ) : (
            <Plural value={differences.length} one="# rule is broken" other="# rules are broken" />
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>
            Asked for by {who} at {when}; added up in {took} s
          </Trans>
        </p>
        {run.head && <Head head={run.head} />}
        {run.kept_head !== null && <KeptHead head={run.kept_head} differences={differences} />}
      </div>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {SETS.map((set) => (
          <SetResult
            key={set}
            set={set}
            differences={differences.filter(({ check }) => AUDIT_CHECKS[check].set === set)}
          />
        ))}
      </ul>
    </div>
  );
}

/** What an auditor keeps outside of the program. */
function Head({ head: { seal, lines, at, hash } }: { head: NonNullable<AuditRun['head']> }) {
  const when = formatDateTime(at);
  const count = formatNumber(lines);
  return (
    <p className="text-sm text-muted">
      <Trans>Head of the operation log:</Trans> <code className="font-mono break-all">{`${seal}-${hash}`}</code>{' '}
      <Trans>
        Lines: {count}; sealed at {when}. Keep it outside of the program: it shows later that the log still begins the
        same.
      </Trans>
    </p>
  );
}

/** Whether the log still has the head that was kept outside. Where not all broken heads are named, this may be one of them. */
function KeptHead({ head, differences }: { head: string; differences: readonly Difference[] }) {
  const broken = differences.find(({ check }) => check === 'log-heads');
  const isSame =
    !broken || (broken.count === broken.rows.length && !broken.rows.some(({ resource }) => resource === 'log_seal'));
  return (
    <p className={classNames('text-sm', isSame ? 'text-success-text' : 'text-danger-text')}>
      {isSame ? (
        <Trans>The log still begins as it did with the head kept outside:</Trans>
      ) : (
        <Trans>The log no longer begins as it did with the head kept outside:</Trans>
      )}{' '}
      <code className="font-mono break-all">{head}</code>
    </p>
  );
}

function SetResult({ set, differences }: { set: AuditSet; differences: readonly Difference[] }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{label(AUDIT_SETS[set])}</h2>
        {differences.length === 0 ? (
          <Badge tone="success">{t`Agrees`}</Badge>
        ) : (
          <Badge tone="danger">{t`Differs`}</Badge>
        )}
      </div>
      {differences.map((difference) => (
        <Broken key={difference.check} difference={difference} />
      ))}
    </li>
  );
}

function Broken({ difference: { check, count, rows } }: { difference: Difference }) {
  const label = useLabel();
  const more = formatNumber(count - rows.length);
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunken px-3.5 py-3">
      <p>
        <Trans>Not so: {label(AUDIT_CHECKS[check].label)}</Trans>
      </p>
      <ul className="flex flex-col text-sm tabular">
        {rows.map(({ resource, id, note }) => (
          <li key={`${resource} ${id} ${note ?? ''}`} className="flex flex-wrap items-center gap-x-2">
            <RecordName resource={resource} id={id} />
            {note !== null && <Note note={note} />}
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="text-sm text-muted">
          <Trans>… and {more} more</Trans>
        </p>
      )}
    </div>
  );
}

/** How far it differs. The typeface has no sign for that two numbers are not one. */
function Note({ note }: { note: string }) {
  const [kept = '', counted] = note.split('≠');
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 break-words text-muted">
      {kept.trim()}
      {counted !== undefined && (
        <>
          <EqualNot size={13} role="img" aria-label="≠" />
          {counted.trim()}
        </>
      )}
    </span>
  );
}

/** Pages of what is no resource. */
const PAGES: Readonly<Record<string, { readonly name: MessageDescriptor; readonly path: string }>> = {
  approval: { name: msg`Approval`, path: '/others/approval?state=all' },
  month_close: { name: msg`Month close`, path: '/finance/month-close' },
  member_merge: { name: msg`Merge`, path: '/company/member' },
  rate_correction: { name: msg`Rate correction`, path: '/system/country' },
  sale_dispute: { name: msg`Dispute of a payment`, path: '/finance/transaction' },
  log_seal: { name: msg`Seal of the operation log`, path: '/others/audit' },
};

/** A whole table has no record to lead to. */
function RecordName({ resource, id }: { resource: string; id: number }) {
  const { t } = useLingui();
  const label = useLabel();
  const page = PAGES[resource];
  if (page)
    return (
      <Link to={page.path} className="py-0.5 text-accent-text underline-offset-2 hover:underline">
        {t(page.name)} {id}
      </Link>
    );
  if (!isResourceKey(resource)) return <span>{resource}</span>;
  const d = getResource(resource);
  if (id === 0) return <span>{label(d.labels)}</span>;
  return (
    <Link to={recordPath(d, id)} className="py-0.5 text-accent-text underline-offset-2 hover:underline">
      {label(d.label)} {id}
    </Link>
  );
}
