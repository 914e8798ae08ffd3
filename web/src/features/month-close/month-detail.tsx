import {
  type Condition,
  REPORT_PAGES,
  getResource,
  monthCloseBody,
  monthsCondition,
  getReportDefinition,
  reportPath,
  reportPermission,
} from '@innkeeper/contract';
import type { ClosingCheck, ClosingCountry, MonthClosing } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { INITIAL_LIST_STATE, toListSearch } from '../../engine/data/list-state.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { sendRequest } from '../../session/request.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { Money } from '../../session/money.tsx';
import { PrintedPageFacts } from '../../session/printed-page-facts.tsx';
import { can } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import { requestApproval } from '../../domain/request-approval.ts';
import { FeesSection } from './fees-section.tsx';
import { FileButtons } from '../../domain/file-buttons.tsx';
import { LiabilitySection } from './liability-section.tsx';
import {
  type MonthEntry,
  TOTALS_FILE_PATH,
  comparisonQuery,
  isClosed,
  monthQuery,
  totalsParams,
} from './month-close-calls.ts';
import { ComparisonTable, DifferencesTable, TotalsTable } from './month-tables.tsx';
import { longMonth } from '../../format/month.ts';
import { CHECK_NAMES, ClosedBy, MonthState } from './month-labels.tsx';

interface MonthDetailProps {
  readonly country: ClosingCountry;
  readonly monthEntry: MonthEntry;
  /** The months before it that are open, newest first. */
  readonly earlierMonths: readonly string[];
}

/** One month: the totals to review before closing, or those it was closed with. */
export function MonthDetail({ country, monthEntry, earlierMonths }: MonthDetailProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const isMonthClosed = isClosed(monthEntry.closing);
  const [wasClosed] = useState(isMonthClosed);
  // Closing the month removes its form.
  useLostFocus(isMonthClosed, isMonthClosed && !wasClosed, () => heading.current?.focus());
  return (
    <div className="report wide-sheet reveal-in-order flex flex-col gap-5 print:[&>section]:break-inside-auto!">
      {/* On a phone each link has a line of its own, at the left edge. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:gap-y-3 print:[&>*:has(a)]:hidden">
        <div className="max-sm:w-full">
          <Link
            to="/finance/month-close"
            search={{ country_id: country.id }}
            className="touch-line inline-flex items-center gap-1.5 text-sm text-muted hover:underline"
          >
            <ArrowLeft size={16} />
            <Trans>All months</Trans>
          </Link>
        </div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {longMonth(monthEntry.month)} · {country.name}
        </h2>
        <MonthState closing={monthEntry.closing} />
        <TakingsLink country={country} month={monthEntry.month} />
      </div>
      {isClosed(monthEntry.closing) ? (
        <ClosedMonth closing={monthEntry.closing} />
      ) : (
        <OpenMonth country={country} month={monthEntry.month} earlierMonths={earlierMonths} />
      )}
      <FeesSection country={country} month={monthEntry.month} />
      <LiabilitySection country={country} month={monthEntry.month} />
      <PrintedPageFacts facts={[[t`Country`, country.name]]} hotels={null} />
    </div>
  );
}

/** Links to the month's takings in the country, by day, hotel, payment type and cashier. */
function TakingsLink({ country, month }: { country: ClosingCountry; month: string }) {
  const label = useLabel();
  if (!can(reportPermission('takings-report'))) return null;
  const { label: name, period } = REPORT_PAGES['takings-report'];
  const conditions: Condition[] = [
    monthsCondition(period, month),
    { column: 'country.name', operator: 'exact', value: country.name },
  ];
  return (
    <div className="ml-auto max-sm:w-full">
      <Link
        to={reportPath('takings-report')}
        search={toListSearch(getReportDefinition('takings-report'), { ...INITIAL_LIST_STATE, conditions })}
        className="touch-line text-sm text-muted hover:underline"
      >
        {label(name)}
      </Link>
    </div>
  );
}

interface DetailSectionProps {
  title: string;
  /** Shown opposite the title. */
  aside?: ReactNode;
  children: ReactNode;
}

function DetailSection({ title, aside, children }: DetailSectionProps) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

function DetailSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-96 w-full" />
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
    </div>
  );
}

interface OpenMonthProps {
  readonly country: ClosingCountry;
  readonly month: string;
  readonly earlierMonths: readonly string[];
}

function OpenMonth({ country, month, earlierMonths }: OpenMonthProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(monthQuery(country.id, month));
  // The form is below dozens of links and rows.
  const remark = useRef<HTMLTextAreaElement>(null);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <DetailSkeleton />;
  const canClose = can('STORE_MONTH_CLOSE') && data.is_over;
  return (
    <>
      <DetailSection
        title={t`Checklist`}
        aside={
          canClose && (
            <button
              type="button"
              onClick={() => remark.current?.focus()}
              className="touch-line text-sm text-muted hover:underline print:hidden"
            >
              <Trans>Go to remark and closing</Trans>
            </button>
          )
        }
      >
        <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
          {data.checks.map((check) => (
            <ChecklistItem key={check.key} check={check} />
          ))}
        </ul>
      </DetailSection>
      <DetailSection
        title={t`Totals`}
        aside={
          data.amounts.length > 0 && (
            <FileButtons
              label={t`Totals`}
              path={TOTALS_FILE_PATH}
              query={totalsParams(country.id, month)}
              name="totals"
            />
          )
        }
      >
        {data.amounts.length > 0 ? (
          <TotalsTable amounts={data.amounts} month={data.month} />
        ) : (
          <p className="text-muted">
            <Trans>No activity in this month</Trans>
          </p>
        )}
      </DetailSection>
      {canClose && (
        <>
          <EarlierMonths country={country} months={earlierMonths} />
          <CloseForm country={country} month={month} remarkRef={remark} />
        </>
      )}
      {can('STORE_MONTH_CLOSE') && !data.is_over && (
        <p className="text-muted">
          <Trans>You can close this month two hours after it ends.</Trans>
        </p>
      )}
    </>
  );
}

/** Number of earlier months that are named. */
const MAX_NAMED_MONTHS = 3;

/** Warns that earlier months are open, with links to the latest ones. They can still be closed afterwards. */
function EarlierMonths({ country, months }: { country: ClosingCountry; months: readonly string[] }) {
  if (months.length === 0) return null;
  const others = months.length - MAX_NAMED_MONTHS;
  return (
    <p role="status" className="flex max-w-xl gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert size={17} className="mt-0.5 shrink-0" />
      <span>
        <Trans>Earlier months are open:</Trans>{' '}
        {months.slice(0, MAX_NAMED_MONTHS).map((month, index) => (
          <span key={month}>
            {index > 0 && ', '}
            <Link to="/finance/month-close" search={{ country_id: country.id, month }} className="underline">
              {longMonth(month)}
            </Link>
          </span>
        ))}
        {others > 0 && (
          <>
            {' '}
            <Plural value={others} one="and # more" other="and # more" />
          </>
        )}
      </span>
    </p>
  );
}

function ChecklistItem({ check: { key, number, records } }: { check: ClosingCheck }) {
  const { t } = useLingui();
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1">{t(CHECK_NAMES[key])}</span>
        {number === 0 ? (
          <Badge tone="success">
            <Trans>None</Trans>
          </Badge>
        ) : (
          <Badge tone="warning">{formatNumber(number)}</Badge>
        )}
      </span>
      {records.length > 0 && (
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm pointer-coarse:gap-y-6 pointer-coarse:py-3">
          {records.map((record) => (
            <Link
              key={record.id}
              to={recordPath(getResource(record.resource), record.id)}
              className="touch-line text-muted tabular hover:underline"
            >
              {record.number} · {record.hotel.code}
              {record.amount !== null && (
                <>
                  {' · '}
                  <Money amount={record.amount} currency={record.currency} />
                </>
              )}
            </Link>
          ))}
        </span>
      )}
    </li>
  );
}

interface CloseFormProps {
  readonly country: ClosingCountry;
  readonly month: string;
  readonly remarkRef: RefObject<HTMLTextAreaElement | null>;
}

function CloseForm({ country, month, remarkRef }: CloseFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useId();
  const [remark, setRemark] = useState('');
  const { errors, isSending, send } = useIdempotentSend(['remark']);
  const closeMonth = async (event: SubmitEvent) => {
    event.preventDefault();
    await send({ country_id: country.id, month, remark: remark.trim() || null }, async (body, key) => {
      await sendRequest(
        'POST /api/month_close',
        { body },
        { idempotencyKey: key, announce: (error) => error.status !== 422 },
      );
      showMessage({ variant: 'success', message: t`${longMonth(month)} closed.` });
      await client.invalidateQueries();
    });
  };
  return (
    <form
      id={form}
      noValidate
      onSubmit={(event) => void closeMonth(event)}
      className="flex max-w-xl flex-col gap-3 print:hidden"
    >
      <p className="text-muted">
        <Trans>Closing locks this month. Nothing dated in it can be added, changed, deleted or restored.</Trans>
      </p>
      <Field
        label={t`Remark`}
        hint={t`Required while items on the checklist are open`}
        error={fieldMessage(errors, 'remark')}
      >
        {(controlProps) => (
          <TextAreaInput
            {...controlProps}
            ref={remarkRef}
            value={remark}
            maxLength={monthCloseBody.fields.remark.max}
            onValueChange={setRemark}
          />
        )}
      </Field>
      <div>
        <Button variant="primary" type="submit" pending={isSending}>
          <Trans>Close month</Trans>
        </Button>
      </div>
    </form>
  );
}

function ClosedMonth({ closing }: { closing: MonthClosing }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(comparisonQuery(closing.id));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="text-muted">
          <ClosedBy closing={closing} />
          {closing.remark !== null && <span className="block text-text">{closing.remark}</span>}
          {closing.head !== null && (
            <span className="block text-sm">
              <Trans>Audit log head:</Trans> <code className="font-mono break-all">{closing.head}</code>
            </span>
          )}
        </p>
        {can('UPDATE_MONTH_CLOSE') && <ReopenButton closing={closing} />}
      </div>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton />
      ) : (
        <>
          <DetailSection
            title={t`At close and now`}
            aside={
              data.amounts.length > 0 && (
                <FileButtons
                  label={t`At close and now`}
                  path={TOTALS_FILE_PATH}
                  query={totalsParams(closing.country.id, closing.month)}
                  name="totals"
                />
              )
            }
          >
            <ComparisonTable amounts={data.amounts} />
          </DetailSection>
          <DetailSection title={t`Rows that differ`}>
            <DifferencesTable rows={data.rows} omittedCount={data.more} />
          </DetailSection>
        </>
      )}
    </>
  );
}

/** Asks for one reason and uses it for both the approval request and the reopening. */
const requestReopening = (id: number, explanation: string): Promise<boolean> =>
  requestApproval({ call: 'POST /api/month_close/{id}/reopen', path: { id }, body: {} }, explanation);

/** Requests another user's approval to reopen a month. */
function ReopenButton({ closing }: { closing: MonthClosing }) {
  const { t } = useLingui();
  const name = longMonth(closing.month);
  const reopen = useMutation({
    mutationFn: () =>
      requestReopening(closing.id, t`Reopening ${name} needs a second approver. They will see your reason.`),
  });
  return (
    <Button pending={reopen.isPending} onClick={() => reopen.mutate()}>
      <Trans>Reopen…</Trans>
    </Button>
  );
}
