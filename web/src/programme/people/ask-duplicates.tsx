import type { Duplicate } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { DuplicateLine, OpenDuplicate } from './duplicate-line.tsx';
import type { DuplicateChoiceValue } from './duplicate-choice.ts';
import { TELLING, duplicatesQuery, isTelling } from './duplicates-query.ts';

/**
 * A new person may have the email, phone or identity number of a member: asks whether they are that member. The answer is whether
 * a member is to be made: yes at once if nobody has them, never if a member has the email.
 */
export async function asksForNew(
  person: Readonly<Record<string, unknown>>,
  choice: DuplicateChoiceValue | null,
): Promise<boolean> {
  const found = await findLive(person);
  if (found.length === 0) return true;
  const isNew = await openDialog<boolean>((close) => <SameGuest found={found} choice={choice} close={close} />, {
    width: '34rem',
  });
  return isNew === true;
}

async function findLive(person: Readonly<Record<string, unknown>>): Promise<readonly Duplicate[]> {
  const answers = await Promise.all(
    TELLING.map(async (field) => {
      const value = typeof person[field] === 'string' ? person[field].trim() : '';
      if (!isTelling(field, value)) return [];
      try {
        return await queryClient.fetchQuery(duplicatesQuery(field, value));
      } catch (error) {
        // A user without the right to ask enters the person as told.
        if (isApiError(error)) return [];
        throw error;
      }
    }),
  );
  const byId = new Map<number, Duplicate>();
  for (const one of answers.flat()) {
    if (one.deleted_at !== null) continue;
    const matches = [...new Set([...(byId.get(one.id)?.matches ?? []), ...one.matches])];
    byId.set(one.id, { ...one, matches });
  }
  return [...byId.values()];
}

interface SameGuestProps {
  readonly found: readonly Duplicate[];
  readonly choice: DuplicateChoiceValue | null;
  readonly close: (isNew: boolean) => void;
}

function SameGuest({ found, choice, close }: SameGuestProps) {
  const { t } = useLingui();
  const isEmail = found.some(({ matches }) => matches.includes('email'));
  return (
    <DialogFrame
      title={t`Is this guest a member already?`}
      footer={
        <>
          <Button data-first-focus onClick={() => close(false)}>
            <Trans>Back</Trans>
          </Button>
          {!isEmail && (
            <Button onClick={() => close(true)}>
              <Trans>No, somebody else</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">
        {isEmail ? (
          <Plural
            value={found.length}
            one="This member has the email. Nobody else can be entered with it."
            other="These members have the email, the phone or the identity number. Nobody else can be entered with the email."
          />
        ) : (
          <Plural
            value={found.length}
            one="This member has the same phone or identity number."
            other="These members have the same phone or identity number."
          />
        )}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {found.map((one) => (
          <DuplicateLine key={one.id} found={one}>
            {choice ? (
              <Button
                variant="primary"
                size="small"
                aria-label={`${choice.label}: ${one.name}`}
                onClick={() => {
                  close(false);
                  choice.onChoose(one);
                }}
              >
                {choice.label}
              </Button>
            ) : (
              <OpenDuplicate found={one} onOpen={() => close(false)} />
            )}
          </DuplicateLine>
        ))}
      </ul>
    </DialogFrame>
  );
}
