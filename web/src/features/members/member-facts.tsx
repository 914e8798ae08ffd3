import { isNoEmail, relationName } from '@innkeeper/contract';
import type { MemberOverview } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { formatDate, localDay } from '../../format/date.ts';
import { AddressNotice } from '../../domain/address-notice.tsx';
import { toDialString, formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Authorship } from '../../engine/record/record-header.tsx';
import { RecordValue } from '../../engine/form/record-value.tsx';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { displayName, nestedAt } from '../../engine/data/record.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ageOn } from '../../format/days.ts';
import { WhatsAppLink } from '../../ui/whats-app-link.tsx';

const FACT_FIELDS = ['hotel_id', 'register_hotel_id', 'member_date', 'renew_date', 'birth_date'] as const;

/** The member's facts: contact details, hotels, dates. */
export function MemberFacts({
  definition,
  record,
  addressState = null,
}: RecordPartProps & { readonly addressState?: MemberOverview['address_state'] }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <section
      aria-label={t`At a glance`}
      className="@container flex flex-col gap-3 rounded-lg border border-border bg-surface p-4"
    >
      <div className="flex flex-wrap gap-2">
        <ContactLinks name={displayName(definition, record)} email={record['email']} phone={record['phone_no']} />
      </div>
      <AddressNotice addressState={addressState} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @xl:grid-cols-4">
        {FACT_FIELDS.filter((name) => record[name] !== null && record[name] !== undefined).map((name) => {
          const field = definition.fields[name];
          return (
            field && (
              <div key={name} className="min-w-0">
                <dt className="text-xs font-medium text-muted">{label(field.label)}</dt>
                <dd className="flex flex-wrap items-center gap-x-2 gap-y-0.5 break-words tabular">
                  <Fact
                    name={name}
                    record={record}
                    fallback={<RecordValue name={name} field={field} record={record} />}
                  />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <Authorship record={record} />
    </section>
  );
}

function Fact({ name, record, fallback }: { name: string; record: RecordPartProps['record']; fallback: ReactNode }) {
  const value = record[name];
  const today = localDay(new Date());
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
  // If the registering hotel is the member's hotel, it adds no information.
  if (name === 'register_hotel_id' && value !== null && value === record['hotel_id']) {
    return nestedAt(record, relationName(name))?.name ?? fallback;
  }
  return fallback;
}

/** Links that call or write with one tap. */
function ContactLinks({ name, email, phone }: { name: string; email: unknown; phone: unknown }) {
  const { t } = useLingui();
  return (
    <>
      {typeof phone === 'string' && phone !== '' && (
        <a
          href={`tel:${toDialString(phone)}`}
          aria-label={t`Call ${phone}`}
          className={`${buttonClass()} tabular max-sm:grow`}
        >
          <Phone size={16} />
          {formatPhone(phone)}
        </a>
      )}
      {typeof phone === 'string' && <WhatsAppLink phone={phone} name={name} />}
      {typeof email === 'string' && isNoEmail(email) && (
        <span className="inline-flex min-h-(--control) items-center gap-2 px-2 text-muted">
          <Mail size={16} />
          <Trans>No email</Trans>
        </span>
      )}
      {typeof email === 'string' && email !== '' && !isNoEmail(email) && (
        <a
          href={`mailto:${email}`}
          aria-label={t`Email ${email}`}
          className={`${buttonClass()} max-w-full shrink max-sm:grow`}
        >
          <Mail size={16} />
          <span className="truncate">{email}</span>
        </a>
      )}
    </>
  );
}
