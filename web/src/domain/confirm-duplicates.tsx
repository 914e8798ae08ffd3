import type { Duplicate } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isApiError } from '../session/api-error.ts';
import { queryClient } from '../session/query-client.ts';
import { Button } from '../ui/button.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { DuplicateLine, OpenDuplicate } from './duplicate-line.tsx';
import type { DuplicateChoiceValue } from './duplicate-choice.ts';
import { IDENTIFYING_FIELDS, duplicatesQuery, isIdentifying } from './duplicates-query.ts';

/**
 * Asks whether a new person is the member who has the same email, phone or identity number. Resolves to whether to
 * create a new member: true without asking if there is no match, never true if the email matches.
 */
export async function confirmNewMember(
  person: Readonly<Record<string, unknown>>,
  choice: DuplicateChoiceValue | null,
): Promise<boolean> {
  const duplicates = await findDuplicates(person);
  if (duplicates.length === 0) return true;
  const isNew = await openDialog<boolean>(
    (onClose) => <DuplicateDialog duplicates={duplicates} choice={choice} onClose={onClose} />,
    {
      width: '34rem',
    },
  );
  return isNew === true;
}

async function findDuplicates(person: Readonly<Record<string, unknown>>): Promise<readonly Duplicate[]> {
  const responses = await Promise.all(
    IDENTIFYING_FIELDS.map(async (field) => {
      const value = typeof person[field] === 'string' ? person[field].trim() : '';
      if (!isIdentifying(field, value)) return [];
      try {
        return await queryClient.fetchQuery(duplicatesQuery(field, value));
      } catch (error) {
        // Without permission for the duplicate check, the person is created as entered.
        if (isApiError(error)) return [];
        throw error;
      }
    }),
  );
  const duplicateById = new Map<number, Duplicate>();
  for (const duplicate of responses.flat()) {
    if (duplicate.deleted_at !== null) continue;
    const matches = [...new Set([...(duplicateById.get(duplicate.id)?.matches ?? []), ...duplicate.matches])];
    duplicateById.set(duplicate.id, { ...duplicate, matches });
  }
  return [...duplicateById.values()];
}

interface DuplicateDialogProps {
  readonly duplicates: readonly Duplicate[];
  readonly choice: DuplicateChoiceValue | null;
  readonly onClose: (isNew: boolean) => void;
}

function DuplicateDialog({ duplicates, choice, onClose }: DuplicateDialogProps) {
  const { t } = useLingui();
  const hasSameEmail = duplicates.some(({ matches }) => matches.includes('email'));
  return (
    <DialogFrame
      title={t`Is this guest already a member?`}
      footer={
        <>
          <Button data-first-focus onClick={() => onClose(false)}>
            <Trans>Back</Trans>
          </Button>
          {!hasSameEmail && (
            <Button onClick={() => onClose(true)}>
              <Trans>No, someone else</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">
        {hasSameEmail ? (
          <Plural
            value={duplicates.length}
            one="This member already uses the email. Each email can be used once."
            other="These members already use the email, phone or identity number. Each email can be used once."
          />
        ) : (
          <Plural
            value={duplicates.length}
            one="This member has the same phone or identity number."
            other="These members have the same phone or identity number."
          />
        )}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {duplicates.map((duplicate) => (
          <DuplicateLine key={duplicate.id} duplicate={duplicate}>
            {choice ? (
              <Button
                variant="primary"
                size="small"
                aria-label={`${choice.label}: ${duplicate.name}`}
                onClick={() => {
                  onClose(false);
                  choice.onChoose(duplicate);
                }}
              >
                {choice.label}
              </Button>
            ) : (
              <OpenDuplicate duplicate={duplicate} onOpen={() => onClose(false)} />
            )}
          </DuplicateLine>
        ))}
      </ul>
    </DialogFrame>
  );
}
