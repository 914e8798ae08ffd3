import { numberShape, resources } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import {
  type BulkTarget,
  excludeIds,
  previewBulkEdit,
  refreshResources,
  runBulkEdit,
} from '../../engine/data/mutations.ts';
import { announceBulkResult } from '../../engine/list/bulk-actions.ts';
import { SkippedRecords, canExcludeSkipped } from '../../engine/list/skipped-records.tsx';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { NumberedChoice, handleNumberedKeys } from '../../ui/numbered-choice.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { DECISIONS, type Decision } from './decisions.ts';

const { term_end: termEnd } = resources;
const { decision: decisionField, grace_days: graceField, note: noteField } = termEnd.fields;

/** Decides several reviews alike, with one note. Resolves to whether they were decided. */
export const openDecideReviews = async (target: BulkTarget, count: number): Promise<boolean> =>
  (await openDialog<boolean>((onClose) => <DecideReviews target={target} count={count} onClose={onClose} />, {
    width: '33rem',
  })) === true;

interface DecideReviewsProps {
  readonly target: BulkTarget;
  readonly count: number;
  readonly onClose: (isDone?: boolean) => void;
}

function DecideReviews({ target, count, onClose }: DecideReviewsProps) {
  const { t: translate } = useLingui();
  const label = useLabel();
  const id = useId();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [graceDays, setGraceDays] = useState<string | null>(String(graceField.default));
  const [note, setNote] = useState('');
  // Which reviews can be decided depends on the decision alone.
  const preview = useQuery({
    queryKey: ['bulk', termEnd.key, 'decide', target, decision],
    queryFn: () => previewBulkEdit(termEnd, target, { decision }),
    enabled: decision !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () =>
      runBulkEdit(termEnd, excludeIds(target, preview.data?.rejected ?? []), {
        decision,
        ...(decision === 'grace' && { grace_days: graceDays === null ? null : Number(graceDays) }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: async (result) => {
      onClose(true);
      const decidedCount = formatNumber(result.affected);
      announceBulkResult(
        termEnd,
        result,
        plural(result.affected, { one: `${decidedCount} review decided.`, other: `${decidedCount} reviews decided.` }),
      );
      await refreshResources(queryClient);
    },
  });
  const isReady =
    preview.data !== undefined &&
    !preview.isPlaceholderData &&
    preview.data.affected > 0 &&
    canExcludeSkipped(preview.data);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !run.isPending) run.mutate();
  };
  const chooseDecision = (index: number): boolean => {
    const choice = DECISIONS[index];
    if (choice) setDecision(choice.value);
    return choice !== undefined;
  };
  const countText = formatNumber(count);
  return (
    <DialogFrame
      title={plural(count, { one: `Decide ${countText} review`, other: `Decide ${countText} reviews` })}
      footer={
        <>
          <Button onClick={() => onClose()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={id} disabled={!isReady} pending={run.isPending}>
            <Trans>Decide</Trans>
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={submit}
        onKeyDown={(event) => handleNumberedKeys(event, chooseDecision)}
      >
        <NumberedChoice
          label={label(decisionField.label)}
          options={DECISIONS.map(({ value, label: name }) => ({ value, label: label(name) }))}
          value={decision}
          onValueChange={setDecision}
          error={undefined}
        />
        {decision === 'grace' && (
          <Field label={label(graceField.label)} hint={label(graceField.hint)}>
            {(controlProps) => (
              <NumberInput
                {...controlProps}
                shape={numberShape(graceField) ?? { scale: 0 }}
                value={graceDays}
                onValueChange={setGraceDays}
              />
            )}
          </Field>
        )}
        <Field label={label(noteField.label)} hint={translate`Leave blank to keep the notes.`}>
          {(controlProps) => (
            <TextAreaInput {...controlProps} value={note} maxLength={noteField.max} onValueChange={setNote} />
          )}
        </Field>
        {/* The count arrives later; its line is reserved. */}
        <div role="status" className="flex min-h-lh flex-col gap-2">
          {preview.isError && <p className="text-danger-text">{preview.error.message}</p>}
          {preview.data && (
            <>
              <p className="tabular">{describeDecided(preview.data.affected)}</p>
              <SkippedRecords preview={preview.data} />
            </>
          )}
        </div>
      </form>
    </DialogFrame>
  );
}

function describeDecided(affected: number): string {
  const count = formatNumber(affected);
  return plural(affected, {
    one: `${count} review will be decided.`,
    other: `${count} reviews will be decided.`,
  });
}
