import { permission, resources } from '@innkeeper/contract';
import type { TermEndFacts } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callQuery } from '../../engine/data/call-query.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { RecordValue } from '../../engine/form/record-value.tsx';
import { EmptyValue } from '../../engine/form/value-view.tsx';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import { can } from '../../session/user.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TermEndDecision } from './term-end-decision.tsx';

const { member, term_end: termEnd } = resources;

/** The review of a guest at the end of a term: the facts and the decision. A decision opens the next review. */
export function TermEndPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Summary={NoSummary} Overview={TermEndReview} />;
}

/** The overview has the facts. */
const NoSummary = () => null;

function TermEndReview(props: RecordPartProps) {
  return (
    <div className="flex max-w-(--boxed) flex-col gap-4">
      <ReviewFacts {...props} />
      <TermEndDecision {...props} />
    </div>
  );
}

function ReviewFacts({ record }: RecordPartProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { data: facts } = useQuery(callQuery('GET /api/term_end/{id}/facts', { path: { id: record.id } }));
  const guest = nestedAt(record, 'member');
  const { last_visit_on: lastVisitField, member_card_id: cardField, transaction_id: renewalField } = termEnd.fields;
  return (
    <section aria-label={t`At a glance`} className="rounded-lg border border-border bg-surface p-4">
      <dl className="grid gap-x-6 gap-y-3 @sm:grid-cols-2 @2xl:grid-cols-4">
        <Fact label={label(member.label)}>
          {guest && can(permission('VIEW', member.permission)) ? (
            <Link to={recordPath(member, guest.id)} className="underline underline-offset-2">
              {guest.name}
            </Link>
          ) : (
            guest?.name
          )}
        </Fact>
        <Fact label={label(resources.membership.label)}>{nestedAt(record, 'membership')?.name}</Fact>
        <Fact label={label(cardField.label)}>
          <RecordValue name="member_card_id" field={cardField} record={record} />
        </Fact>
        <Fact label={t`Ended on`}>
          <RecordValue name="member_card.end_date" field={resources.member_card.fields.end_date} record={record} />
        </Fact>
        <Fact label={t`Visits`}>
          <VisitsMade made={record['visits_made']} needed={record['visits_needed']} />
        </Fact>
        <Fact label={t`Spend in the term`}>{facts ? <Spend spend={facts.spend} /> : <PendingFact />}</Fact>
        <Fact label={label(lastVisitField.label)}>
          <RecordValue name="last_visit_on" field={lastVisitField} record={record} />
        </Fact>
        <Fact label={label(member.fields.phone_no.label)}>
          {facts ? (
            <RecordValue name="phone_no" field={member.fields.phone_no} record={{ phone_no: facts.phone_no }} />
          ) : (
            <PendingFact />
          )}
        </Fact>
        {record['transaction_id'] !== null && (
          <Fact label={label(renewalField.label)}>
            <RecordValue name="transaction_id" field={renewalField} record={record} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="break-words tabular [&_a]:inline-block [&_a]:py-0.5">{children}</dd>
    </div>
  );
}

/** As high as the line that replaces it. */
const PendingFact = () => <Skeleton className="h-lh w-24 max-w-full" />;

function VisitsMade({ made, needed }: { made: unknown; needed: unknown }) {
  const count = formatNumber(Number(made ?? 0));
  const neededCount = formatNumber(Number(needed ?? 0));
  return (
    <Trans>
      {count} of {neededCount}
    </Trans>
  );
}

/** The spend in each currency, and how many visits it does not include. */
function Spend({ spend }: { spend: TermEndFacts['spend'] }) {
  if (spend === null || (spend.totals.length === 0 && spend.elsewhere === 0)) return <EmptyValue />;
  return (
    <>
      {spend.totals.map(({ currency, decimals, total }) => (
        <span key={currency} className="block">
          <Money amount={total} currency={currency} decimals={decimals} />
        </span>
      ))}
      {spend.elsewhere > 0 && (
        <span className="block text-sm text-muted">
          <Plural
            value={spend.elsewhere}
            one="# at a hotel you have no access to, amount not included"
            other="# at hotels you have no access to, amounts not included"
          />
        </span>
      )}
    </>
  );
}
