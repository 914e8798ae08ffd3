import { getColumn, headFacts, lockReasonFor, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ElsewhereBadge } from '../../ui/elsewhere-badge.tsx';
import { isElsewhere } from '../data/elsewhere.ts';
import { columnLabel } from '../data/list-columns.ts';
import { type ResourceRecord, displayName, nestedAt, valueAt } from '../data/record.ts';
import { renderCell } from '../data/cells.tsx';
import { RecordValue } from '../form/record-value.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';
import type { RecordPartProps } from '../form/extensions.ts';
import type { RecordScreenProps } from './record-screen-props.ts';

/** The record's name, state, authors and actions, with Delete. */
export function RecordHeader({ definition, record, Actions }: RecordPartProps & Pick<RecordScreenProps, 'Actions'>) {
  const name = displayName(definition, record);
  const { head, display } = definition;
  const subject = head && display.subject !== undefined ? nestedAt(record, display.subject) : null;
  const subjectField = `${display.subject ?? ''}_id`;
  usePageTitle(subject ? `${subject.name} · ${name}` : name);
  const code = definition.display.code ? valueAt(record, definition.display.code) : null;
  const isDeleted = record.deleted_at !== null;
  return (
    <header className="mb-4">
      <BackToList definition={definition} />
      <div className="flex items-start gap-3 max-sm:flex-wrap max-sm:gap-2">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {subject ? (
              <h1 className="min-w-0 text-xl font-semibold break-words [&_a]:text-text! [&_a]:no-underline! [&_a:hover]:underline!">
                <RecordValue
                  name={subjectField}
                  field={getColumn(definition, subjectField).definition}
                  record={record}
                />{' '}
                <span className="text-base font-normal text-muted tabular">{name}</span>
              </h1>
            ) : (
              <h1 className="min-w-0 text-xl font-semibold break-words">{name}</h1>
            )}
            {typeof code === 'string' && code !== name && (
              <span className="rounded-sm bg-sunken px-1.5 text-sm text-muted tabular">{code}</span>
            )}
            <RecordStates definition={definition} record={record} />
          </div>
          <Authorship record={record} />
        </div>
        {Actions && !isDeleted && <Actions definition={definition} record={record} />}
        <DeleteButton definition={definition} record={record} className="max-sm:hidden pointer-coarse:hidden" />
      </div>
      <HeadFacts definition={definition} record={record} />
    </header>
  );
}

/** The facts that say which record this is. Amounts stand out. */
function HeadFacts({ definition, record }: RecordPartProps) {
  const label = useLabel();
  const facts = headFacts(definition).filter(({ column }) => (valueAt(record, column) ?? '') !== '');
  if (facts.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap items-end gap-x-8 gap-y-2">
      {facts.map(({ column, label: ownLabel }) => {
        const { definition: field } = getColumn(definition, column);
        return (
          <div key={column} className="min-w-0">
            <dt className="text-xs font-medium text-muted">{label(ownLabel ?? columnLabel(definition, column))}</dt>
            <dd
              className={classNames(
                'break-words leading-6 tabular',
                field.kind === 'money' && 'text-lg/6! font-semibold',
              )}
            >
              <RecordValue name={column} field={field} record={record} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface DeleteButtonProps extends RecordPartProps {
  className: string;
  /** Shows the reason below a disabled button, for touch screens, which have no tooltip. */
  showsReason?: boolean;
}

/**
 * Deletes the record after confirmation. On touch screens it is at the end of the page, so that nobody taps it by
 * mistake.
 */
export function DeleteButton({ definition, record, className, showsReason = false }: DeleteButtonProps) {
  const { t } = useLingui();
  const label = useLabel();
  if (record.deleted_at !== null || definition.readOnly || !can(permission('DELETE', definition.permission)))
    return null;
  const name = displayName(definition, record);
  const rejection = lockReasonFor(definition, record, 'delete');
  const lockText = rejection ? label(rejection) : undefined;
  const deleteRecord = async () => {
    const { deleteWithConfirmation } = await holdKeys(import('../list/record-actions.tsx'));
    await deleteWithConfirmation(definition, record);
  };
  return (
    <div className={className}>
      <Button
        aria-label={t`Delete ${name}`}
        icon={<Trash2 size={16} />}
        disabled={lockText !== undefined}
        title={lockText}
        onClick={() => void deleteRecord()}
        className={lockText === undefined ? 'text-danger-text!' : undefined}
      >
        <Trans>Delete</Trans>
      </Button>
      {showsReason && lockText !== undefined && <p className="mt-1 text-sm text-muted">{lockText}</p>}
    </div>
  );
}

/** For widths at which the toolbar has no space for the path to this page (`shell/toolbar.tsx`). */
export function BackToList({ definition }: Pick<RecordPartProps, 'definition'>) {
  const label = useLabel();
  if (!can(permission('VIEW', definition.permission))) return null;
  return (
    <Link
      to={definition.path}
      className="-mt-2 mb-1 -ml-1 inline-flex min-h-7 items-center gap-1.5 self-start rounded-md px-1 text-sm text-muted hover:text-text hover:underline @4xl:hidden print:hidden pointer-coarse:min-h-(--control)"
    >
      <ArrowLeft size={15} />
      {label(definition.labels)}
    </Link>
  );
}

/** Shows states as badges: coloured options, elsewhere, inactive, reserved, deleted. */
export function RecordStates({ definition, record }: RecordPartProps) {
  const label = useLabel();
  const states: ReactNode[] = Object.entries(definition.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && field.choices.some((c) => c.tone)
      ? [<span key={name}>{renderCell(field, { record, column: name })}</span>]
      : [],
  );
  return (
    <>
      {states}
      {isElsewhere(definition, record) && <ElsewhereBadge />}
      {record['is_active'] === 0 && (
        <Badge>
          <Trans>Inactive</Trans>
        </Badge>
      )}
      {record['is_reserved'] === 1 && definition.fields['is_reserved'] && (
        <Badge tone="info">{label(definition.fields['is_reserved'].label)}</Badge>
      )}
      {record.deleted_at !== null && (
        <Badge tone="danger">
          <Trans>Deleted</Trans>
        </Badge>
      )}
    </>
  );
}

/** The record's number and its authors. */
export function Authorship({ record }: { record: ResourceRecord }) {
  const createdAt = formatDateTime(record.created_at);
  const updatedAt = formatDateTime(record.updated_at);
  const creator = record.created_by && <PersonName person={record.created_by} />;
  const editor = record.updated_by && <PersonName person={record.updated_by} />;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted tabular">
      <span>#{record.id}</span>
      <span className="max-sm:hidden">
        {creator ? (
          <Trans>
            Created {createdAt} by {creator}
          </Trans>
        ) : (
          <Trans>Created {createdAt}</Trans>
        )}
      </span>
      {record.updated_at !== record.created_at && (
        <span>
          {editor ? (
            <Trans>
              Changed {updatedAt} by {editor}
            </Trans>
          ) : (
            <Trans>Changed {updatedAt}</Trans>
          )}
        </span>
      )}
    </p>
  );
}
