import { relationName } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { formatDate, localDay } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { RecordValue } from '../../resource/form/record-value.tsx';
import type { RecordPartProps } from '../../resource/form/record-screen.tsx';
import { nestedAt } from '../../resource/data/record.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ageOn, daysUntil, roughly } from './days.ts';

const FACTS = [
  'membership_id',
  'valid_until_date',
  'hotel_id',
  'register_hotel_id',
  'member_date',
  'renew_date',
  'birth_date',
] as const;

/** What staff ask for first: the membership and until when, where the member belongs, how to reach them. */
export function MemberSummary({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <section
      aria-label={t`At a glance`}
      className="mb-5 flex flex-col gap-3 rounded-lg border border-border bg-surface p-4"
    >
      <div className="flex flex-wrap gap-2">
        <Contact email={record['email']} phone={record['phone_no']} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 @2xl:grid-cols-4">
        {FACTS.filter((name) => record[name] !== null && record[name] !== undefined).map((name) => {
          const field = definition.fields[name];
          return (
            field && (
              <div key={name} className="min-w-0">
                <dt className="text-xs font-medium text-muted">{label(field.label)}</dt>
                <dd className="flex flex-wrap items-center gap-x-2 gap-y-0.5 break-words tabular">
                  <Fact name={name} record={record} plain={<RecordValue name={name} field={field} record={record} />} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </section>
  );
}

function Fact({ name, record, plain }: { name: string; record: RecordPartProps['record']; plain: ReactNode }) {
  const value = record[name];
  const today = localDay(new Date());
  if (typeof value === 'string' && name === 'valid_until_date') {
    return (
      <>
        {plain} <TimeLeft days={daysUntil(today, value)} />
      </>
    );
  }
  if (typeof value === 'string' && name === 'birth_date') {
    const age = ageOn(today, value);
    return (
      <>
        {formatDate(value)}
        <span className="text-sm text-muted">
          <Plural value={age} one="# year old" other="# years old" />
        </span>
      </>
    );
  }
  // Registered where it is served says nothing new.
  if (name === 'register_hotel_id' && value !== null && value === record['hotel_id']) {
    return nestedAt(record, relationName(name))?.name ?? plain;
  }
  return plain;
}

/** A renewal is possible this long before the end. Days. */
const SOON = 90;

function TimeLeft({ days }: { days: number }) {
  const tone: Tone = days < 0 ? 'danger' : days <= SOON ? 'warning' : 'success';
  const { count, unit } = roughly(Math.abs(days));
  return (
    <Badge tone={tone}>
      {days === 0 && <Trans>ends today</Trans>}
      {days > 0 && unit === 'day' && <Plural value={count} one="# day left" other="# days left" />}
      {days > 0 && unit === 'month' && <Plural value={count} one="# month left" other="# months left" />}
      {days > 0 && unit === 'year' && <Plural value={count} one="# year left" other="# years left" />}
      {days < 0 && unit === 'day' && <Plural value={count} one="# day ago" other="# days ago" />}
      {days < 0 && unit === 'month' && <Plural value={count} one="# month ago" other="# months ago" />}
      {days < 0 && unit === 'year' && <Plural value={count} one="# year ago" other="# years ago" />}
    </Badge>
  );
}

/** One tap calls or writes. */
function Contact({ email, phone }: { email: unknown; phone: unknown }) {
  const { t } = useLingui();
  return (
    <>
      {typeof phone === 'string' && phone !== '' && (
        <a
          href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
          aria-label={t`Call ${phone}`}
          className={`${buttonClass()} tabular max-sm:grow`}
        >
          <Phone size={16} aria-hidden="true" />
          {phone}
        </a>
      )}
      {typeof email === 'string' && email !== '' && (
        <a
          href={`mailto:${email}`}
          aria-label={t`Write to ${email}`}
          className={`${buttonClass()} max-w-full shrink max-sm:grow`}
        >
          <Mail size={16} aria-hidden="true" />
          <span className="truncate">{email}</span>
        </a>
      )}
    </>
  );
}
