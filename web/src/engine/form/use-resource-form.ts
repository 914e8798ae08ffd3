import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { currentLanguage } from '../../i18n/language.ts';
import { type ApiError, isApiError, needsApproval } from '../../session/api-error.ts';
import { currentUser } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { useSaveRecord } from '../data/mutations.ts';
import { queryKeys } from '../data/query-keys.ts';
import type { ResourceRecord } from '../data/record.ts';
import { changedFields } from './changed-fields.ts';
import { resolveConflict } from './conflict-dialog.tsx';
import { createAttempt } from './create-attempt.ts';
import { type Draft, draftOf, resumeDraft } from './draft.ts';
import { extensions } from './extensions.ts';
import type { FieldOwner } from './field-owner.ts';
import { formFieldNames } from './form-fields.ts';
import { type FormValues, type WireRecord, pickValues, startValues, valuesOf } from './form-values.ts';
import { saveChanges } from './save-changes.ts';
import { useFormDraft } from './use-form-draft.ts';
import { formResolver } from './validate-form.ts';

export interface ResourceFormOptions {
  readonly definition: ResourceDefinition;
  /** The record being edited; undefined for a new one. */
  readonly record?: ResourceRecord;
  /** The initial values of a new record. */
  readonly defaults?: WireRecord;
  /** Called without a record if saving required an approval, which was requested. */
  readonly onSaved?: (record?: ResourceRecord) => void;
}

export interface ResourceForm extends FieldOwner {
  /** Links a submit button to the form, wherever it is placed. */
  readonly formId: string;
  /** The fields with unsaved changes. */
  readonly changed: readonly string[];
  readonly saving: boolean;
  /** The error of the form as a whole, as text. */
  readonly problem: string | null;
  readonly offered: Draft | null;
  readonly submit: () => Promise<void>;
  /** Resets the form to the saved values. */
  readonly discard: () => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /** Always current, even in a handler that started before the last change. */
  readonly isDirty: () => boolean;
}

/** The starting point of the form: the values that the next save compares with. */
interface Start {
  values: FormValues;
  version: number | null;
}

/** The state of a resource's form: values, draft, saving, and the merge with someone else's save. */
export function useResourceForm({ definition: d, record, defaults, onSaved }: ResourceFormOptions): ResourceForm {
  const formId = useId();
  const [first] = useState<Start>(() => ({
    values: record ? valuesOf(d, record) : startValues(d, defaults, onlyHotel()),
    version: record?.version ?? null,
  }));
  const start = useRef(first);
  const form = useForm<FormValues>({
    defaultValues: first.values,
    resolver: formResolver(d, () => (record ? start.current.values : null)),
    // Validates on submit, then on every change: nothing turns red while the user types for the first time.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  /** Another save was requested while one was in progress. */
  const saveRequested = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useFormDraft(d, record?.id ?? null, first.values);
  const { persist } = draft;
  const client = useQueryClient();
  const save = useSaveRecord(d);
  const [attempt] = useState(createAttempt);

  const dirtyFields = useCallback(() => changedFields(d, start.current.values, form.getValues()), [d, form]);

  const follow = useCallback(() => {
    const names = dirtyFields();
    setChanged((before) => (before.join() === names.join() ? before : names));
    persist(draftOf(d, start.current.version, start.current.values, form.getValues(), Date.now()));
  }, [d, dirtyFields, persist, form]);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ name }) => name !== undefined && follow() }),
    [follow, form],
  );

  /** Restarts from these values: only values that differ in `shown` count as changed. */
  const begin = useCallback(
    (values: FormValues, version: number | null, shown = values) => {
      start.current = { values, version };
      form.reset(shown);
      setChanged([]);
      setProblem(null);
    },
    [form],
  );

  // Without unsaved input, someone else's change is shown directly.
  useEffect(() => {
    if (record && record.version !== start.current.version && dirtyFields().length === 0)
      begin(valuesOf(d, record), record.version);
  }, [begin, d, dirtyFields, record]);

  /** `sent`: the values of the save. Values typed since are preserved on top of the saved ones. */
  const finish = (saved: ResourceRecord, message: string, sent: FormValues) => {
    const typed = form.getValues();
    const since = record ? changedFields(d, sent, typed) : [];
    const values = valuesOf(d, saved);
    begin(values, saved.version, { ...values, ...pickValues(typed, since) });
    draft.forget();
    if (since.length > 0) follow();
    showMessage({ message, variant: 'success' });
    onSaved?.(saved);
    void extensions().afterSave[d.key]?.(saved);
  };

  const create = async (values: FormValues) => {
    const { body, key } = attempt.prepare(d, values);
    try {
      finish(await save.mutateAsync({ input: body, idempotencyKey: key }), t`Saved.`, values);
    } catch (error) {
      attempt.failed(error);
      if (!needsApproval(error) || !(await extensions().requestApproval[d.key]?.(body, error.message))) throw error;
      begin(values, null);
      draft.forget();
      onSaved?.();
    }
  };

  const update = async (current: ResourceRecord, values: FormValues): Promise<void> => {
    const base = { values: start.current.values, version: start.current.version ?? 0 };
    const outcome = await saveChanges(
      d,
      base,
      values,
      (input, version) => save.mutateAsync({ id: current.id, input, version }),
      () => new Date(),
    );
    if (outcome.kind === 'unchanged') {
      begin(values, current.version);
      draft.forget();
      onSaved?.(current);
      return;
    }
    if (outcome.kind === 'saved') return finish(outcome.record, savedMessage(d, outcome.merged), values);
    const { theirs, merge } = outcome;
    const merged = await resolveConflict({ definition: d, base: base.values, record, theirs, merge });
    if (!merged) return;
    client.setQueryData(queryKeys.record(d.key, theirs.id), theirs);
    start.current = { values: merge.saved, version: theirs.version };
    form.reset(merged);
    follow();
    return update(theirs, merged);
  };

  const submit = async (): Promise<void> => {
    saveRequested.current = saving;
    if (saving) return;
    await form.handleSubmit(async (values) => {
      setSaving(true);
      setProblem(null);
      try {
        const shouldSave = (await extensions().beforeSave[d.key]?.(values, record)) ?? true;
        if (shouldSave) await (record ? update(record, values) : create(values));
        else saveRequested.current = false;
      } catch (error) {
        if (!isApiError(error)) throw error;
        saveRequested.current = false;
        setProblem(showFieldErrors(d, form, error));
      } finally {
        setSaving(false);
      }
    })();
    if (saveRequested.current && dirtyFields().length > 0) await submit();
  };

  return {
    definition: d,
    form,
    formId,
    record,
    changed,
    saving,
    problem,
    offered: draft.offered,
    submit,
    discard: () => {
      draft.forget();
      begin(record ? valuesOf(d, record) : first.values, record?.version ?? null);
    },
    restoreDraft: () => {
      if (!draft.offered) return;
      const resumed = resumeDraft(draft.offered, start.current, form.getValues());
      start.current = resumed.start;
      form.reset(resumed.values);
      draft.withdraw();
      follow();
    },
    discardDraft: draft.forget,
    isDirty: () => dirtyFields().length > 0,
  };
}

/** The hotel of a user who has only one. */
function onlyHotel(): number | null {
  const hotels = currentUser()?.hotels;
  return hotels?.length === 1 ? (hotels[0]?.id ?? null) : null;
}

/**
 * Shows the server's field errors and focuses the first of them. Returns the message of an error that belongs to no
 * field.
 */
function showFieldErrors(d: ResourceDefinition, form: UseFormReturn<FormValues>, error: ApiError): string | null {
  const rest: string[] = [];
  const byField = new Map<string, string>();
  for (const [path, messages] of Object.entries(error.errors)) {
    const name = path.split(/[.[]/)[0] ?? path;
    if (formFieldNames(d).includes(name)) byField.set(name, messages.join(' '));
    else rest.push(...messages);
  }
  let isFirst = true;
  for (const name of formFieldNames(d)) {
    const message = byField.get(name);
    if (message === undefined) continue;
    form.setError(name, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  if (rest.length > 0) return rest.join(' ');
  // All other errors have been announced already.
  return (error.status === 422 || needsApproval(error)) && byField.size === 0 ? error.message : null;
}

function savedMessage(d: ResourceDefinition, merged: readonly string[]): string {
  if (merged.length === 0) return t`Saved.`;
  const fields = merged.map((name) => d.fields[name]?.label[currentLanguage()] ?? name).join(', ');
  return t`Saved. Someone else changed ${fields} meanwhile; both changes were saved.`;
}
