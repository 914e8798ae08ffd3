import {
  type Field,
  INPUT_TYPE,
  getResource,
  isNoEmail,
  permission,
  relationName,
  targetKey,
} from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { toDialString, formatPhone, whatsAppUrl } from '../../format/phone.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { can } from '../../session/user.ts';
import { nestedAt, valueAt } from '../data/record.ts';
import { FileLink } from '../files/file-link.tsx';
import { renderCell } from '../data/cells.tsx';
import { getExtensions } from './extensions.ts';
import type { WireRecord } from './form-values.ts';
import { recordPath } from './record-path.ts';
import { EmptyValue } from './value-view.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const RichTextView = lazyComponent(async () => (await import('./rich-text-view.tsx')).RichTextView);

const LINK_CLASS = 'text-accent-text underline decoration-1 underline-offset-2 hover:decoration-2';

/** The value of a field, as a link where there is an action: call, send a mail, open the referenced record. */
export function RecordValue({ name, field, record }: { name: string; field: Field; record: WireRecord }) {
  const value = valueAt(record, name);
  if (value === null || value === '') return <EmptyValue />;
  if (typeof value === 'string' && field.kind === 'email' && !isNoEmail(value)) {
    return (
      <a href={`mailto:${value}`} className={LINK_CLASS}>
        {value}
      </a>
    );
  }
  if (typeof value === 'string' && field.kind === 'phone') {
    return <PhoneLinks phone={value} />;
  }
  if (typeof value === 'string' && field.kind === 'file') {
    return (
      <FileLink address={value} label={field.label[currentLanguage()]} width={320} className="max-h-44 max-w-full" />
    );
  }
  if (typeof value === 'string' && isRichText(field, record)) {
    return (
      <Suspense>
        <RichTextView html={value} />
      </Suspense>
    );
  }
  // Option codes are internal: show the name only.
  if (field.kind === 'option') return nestedAt(record, relationName(name))?.name ?? <EmptyValue />;
  const content = renderCell(field, { record, column: name });
  if (field.kind === 'reference') {
    const target = getResource(targetKey(field));
    const id = nestedAt(record, relationName(name))?.id;
    if (id !== undefined && !target.opensInDialog && can(permission('VIEW', target.permission))) {
      return (
        <Link to={recordPath(target, id)} className={LINK_CLASS}>
          {content}
        </Link>
      );
    }
  }
  if (field.kind === 'references' && Array.isArray(value)) {
    const List = getExtensions().referenceLists[field.to]?.View;
    if (List)
      return (
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <List value={value} names={field.names} />
        </Suspense>
      );
  }
  return content || <EmptyValue />;
}

/** A call link, and a chat link if the number includes its country code. */
function PhoneLinks({ phone }: { phone: string }) {
  const chatLink = whatsAppUrl(phone);
  return (
    <span className="flex flex-wrap gap-x-3">
      <a href={`tel:${toDialString(phone)}`} className={`${LINK_CLASS} tabular`}>
        {formatPhone(phone)}
      </a>
      {chatLink && (
        <a href={chatLink} target="_blank" rel="noreferrer" className={`${LINK_CLASS} print:hidden`}>
          <Trans>WhatsApp</Trans>
        </a>
      )}
    </span>
  );
}

/** Whether a text is rich text: always, or depending on the record's input type. */
function isRichText(field: Field, record: WireRecord): boolean {
  if (field.kind === 'editor') return true;
  if (field.kind !== 'textarea' || field.inputType === undefined) return false;
  return nestedAt(record, relationName(field.inputType))?.code === INPUT_TYPE.editor;
}
