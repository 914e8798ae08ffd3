import { useLabel } from '../../i18n/use-label.ts';
import { RecordStates } from '../../engine/record/record-header.tsx';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordValue } from '../../engine/form/record-value.tsx';
import { LoggedMail } from './logged-mail.tsx';

/** The recipient, and the state of the mail. */
const FACT_FIELDS = ['recipient', 'member_id', 'track', 'last_resend_at'];

/** A mail in the side panel of the list: its state and text. Shows the relay's response unless the mail was sent. */
export function MailPeek(props: RecordPartProps) {
  const { definition, record } = props;
  const label = useLabel();
  const fieldNames = record['delivery_status'] === 'sent' ? FACT_FIELDS : [...FACT_FIELDS, 'message'];
  const facts = fieldNames.flatMap((name) => {
    const field = definition.fields[name];
    return field && (record[name] ?? '') !== '' ? [{ name, field }] : [];
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <RecordStates {...props} />
      </div>
      <dl className="text-sm">
        {facts.map(({ name, field }) => (
          <div key={name} className="grid grid-cols-[8.5rem_1fr] gap-3 py-1">
            <dt className="text-muted">{label(field.label)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line tabular">
              <RecordValue name={name} field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <LoggedMail record={record} className="h-112" />
      </div>
    </div>
  );
}
