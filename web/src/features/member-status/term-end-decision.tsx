import {
  type Condition,
  type ResourceDefinition,
  lockLabel,
  numberShape,
  permission,
  resources,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { INITIAL_LIST_STATE, type ListState, parseListState, toListSearch } from '../../engine/data/list-state.ts';
import { refreshResources, tryWrite } from '../../engine/data/mutations.ts';
import { listQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { NumberInput } from '../../ui/number-field.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { TextInput } from '../../ui/text-field.tsx';
import { DECISIONS, type Decision } from './decisions.ts';

const { term_end: termEnd } = resources;
const { decision: decisionField, grace_days: graceField, note: noteField } = termEnd.fields;
const FORM_FIELDS = ['grace_days', 'note'];

interface DecisionInput {
  readonly decision: Decision | 'open';
  readonly grace_days: number | null;
  readonly note: string | null;
}

/** The decisions about a review, each with its digit as shortcut key, and the way to the next open review. */
export function TermEndDecision({ definition, record }: RecordPartProps) {
  const { t: translate } = useLingui();
  const label = useLabel();
  const { remaining, showNext } = useNextReview(definition, record.id);
  const [note, setNote] = useState(textOf(record['note']));
  const [graceDays, setGraceDays] = useState<string | null>(textOf(record['grace_days']) || null);
  const { errors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const lockReason = lockLabel(definition, record);
  const canDecide = record.deleted_at === null && lockReason === null && can(permission('UPDATE', termEnd.permission));

  const decide = (decision: Decision) => {
    const input = {
      decision,
      grace_days: graceDays === null ? null : Number(graceDays),
      note: note.trim() === '' ? null : note.trim(),
    };
    void send(input, async () => {
      announceDecision(record, await saveDecision(record, input));
      showNext();
      await refreshResources(queryClient);
    });
  };
  const decisions = canDecide ? DECISIONS : [];
  const laterKey = String(DECISIONS.length + 1);
  usePageKeys([
    ...decisions.map(({ value, label: name }, index) => ({
      key: String(index + 1),
      label: label(name),
      run: () => decide(value),
    })),
    { key: laterKey, label: translate`Later`, run: showNext },
  ]);
  return (
    <section aria-label={label(decisionField.label)} className="flex flex-col gap-3">
      {lockReason && <p className="text-muted">{label(lockReason)}</p>}
      {canDecide && (
        <div className="grid gap-3 @2xl:grid-cols-[1fr_9rem]">
          <Field label={label(noteField.label)} error={fieldMessage(errors, 'note')}>
            {(controlProps) => (
              <TextInput {...controlProps} value={note} maxLength={noteField.max} onValueChange={setNote} />
            )}
          </Field>
          <Field label={label(graceField.label)} error={fieldMessage(errors, 'grace_days')}>
            {(controlProps) => (
              <NumberInput
                {...controlProps}
                shape={numberShape(graceField) ?? { scale: 0 }}
                value={graceDays}
                onValueChange={setGraceDays}
              />
            )}
          </Field>
        </div>
      )}
      <div role="group" aria-label={translate`Actions`} className="grid grid-cols-2 gap-2 @2xl:flex">
        {decisions.map(({ value, label: name }, index) => (
          <Button
            key={value}
            aria-keyshortcuts={String(index + 1)}
            aria-pressed={record['decision'] === value}
            aria-disabled={isSending || undefined}
            className="h-auto! min-h-(--control) py-1 whitespace-normal! aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => decide(value)}
          >
            {label(name)}
            <Kbd>{index + 1}</Kbd>
          </Button>
        ))}
        <Button
          variant="ghost"
          aria-keyshortcuts={laterKey}
          className="h-auto! min-h-(--control) py-1"
          onClick={showNext}
        >
          <Trans>Later</Trans>
          <Kbd>{laterKey}</Kbd>
        </Button>
      </div>
      {/* The number arrives later; its line is reserved. */}
      <p role="status" className="min-h-lh text-sm text-muted tabular">
        {remaining !== undefined &&
          (remaining === 0 ? (
            <Trans>The last open review of this list.</Trans>
          ) : (
            <Plural value={remaining} one="# more open review in this list" other="# more open reviews in this list" />
          ))}
      </p>
    </section>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Saves a decision about the record as it was shown. Field errors are the caller's; others are announced. */
async function saveDecision(record: ResourceRecord, input: DecisionInput): Promise<ResourceRecord> {
  try {
    const response = await callApi(`${termEnd.key}/${record.id}`, {
      json: input,
      headers: { 'If-Unmodified-Since-Version': String(record.version) },
      announce: (error) => error.status !== 422,
    });
    return readWrittenRecord(termEnd, response);
  } catch (error) {
    // Another user may have decided meanwhile.
    void refreshResources(queryClient);
    throw error;
  }
}

/** Shows what was decided, with an undo that restores the review as it was. */
function announceDecision(before: ResourceRecord, saved: ResourceRecord): void {
  const name = displayName(termEnd, saved);
  const previous: DecisionInput = {
    decision: decisionOf(before),
    grace_days: typeof before['grace_days'] === 'number' ? before['grace_days'] : null,
    note: typeof before['note'] === 'string' ? before['note'] : null,
  };
  showMessage({
    message: t`Review of ${name} decided.`,
    variant: 'success',
    action: {
      label: t`Undo`,
      onClick: () =>
        void tryWrite(async () => {
          await saveDecision(saved, previous);
          showMessage({ message: t`Decision about ${name} undone.`, variant: 'success' });
        }),
    },
  });
}

const decisionOf = (record: ResourceRecord): DecisionInput['decision'] =>
  decisionField.choices.find(({ value }) => value === record['decision'])?.value ?? 'open';

/** The way to the next open review of the list from which this one was opened, and how many follow. */
function useNextReview(
  definition: ResourceDefinition,
  id: number,
): { readonly remaining: number | undefined; readonly showNext: () => void } {
  const navigate = useNavigate();
  const list: ListState = useSearch({
    strict: false,
    select: (search: Readonly<Record<string, unknown>>) => parseListState(definition, search),
    structuralSharing: true,
  });
  const conditions = [...list.conditions.filter(({ column }) => !NEXT_COLUMNS.has(column)), ...openAfter(id)];
  const nextQuery = listQuery(definition, { ...list, page: 1, per_page: 1, sort: '-id', conditions });
  const { data } = useQuery(nextQuery);
  const filter = toListSearch(definition, { ...INITIAL_LIST_STATE, search: list.search, conditions: list.conditions });
  const showNext = async () => {
    // A key may come before the response. Without one, the list shows why.
    const page = data ?? (await queryClient.ensureQueryData(nextQuery).catch(() => undefined));
    const next = page?.rows[0];
    if (next) return navigate({ to: recordPath(definition, next.id), search: filter });
    if (page) showMessage({ message: t`No more open reviews in this list.`, variant: 'info' });
    return navigate({ to: definition.path, search: filter });
  };
  return { remaining: data?.meta.total, showNext: () => void showNext() };
}

/** The open reviews that follow one in the order of the list. */
const openAfter = (id: number): readonly Condition[] => [
  { column: 'decision', operator: 'includes', value: 'open' },
  { column: 'id', operator: 'lt', value: String(id) },
];
const NEXT_COLUMNS: ReadonlySet<string> = new Set(openAfter(0).map(({ column }) => column));
