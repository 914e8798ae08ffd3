import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { DeskLists } from '../../domain/desk-list.tsx';
import { Birthdays, RecentGuests } from '../../domain/guest-lists.tsx';
import { TodaysRedemptions } from '../../domain/todays-redemptions.tsx';
import { confirmNewMember } from '../../domain/confirm-duplicates.tsx';
import { DuplicateChoice } from '../../domain/duplicate-choice.ts';
import { IDENTIFYING_FIELDS } from '../../domain/duplicates-query.ts';
import { GUEST_FIELDS, MORE_GUEST_FIELDS, guestDefinition } from './fields.ts';
import { MoreFields, SaleFields, SaleForm } from './form-fields.tsx';
import { GuestSearch } from './guest-search.tsx';
import { MemberGuest } from './member-guest.tsx';
import { parsePerson } from './sale.ts';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import type { SaleHandle } from './use-sale.ts';

/** The buyer: an existing member or a new guest. */
export function GuestStep({ handle }: { handle: SaleHandle }) {
  const { sale, chooseGuest, selectGuest, submission } = handle;
  const problem = submission.problem?.step === 'guest' && <Notice tone="danger">{submission.problem.message}</Notice>;
  if (sale.guest === null) {
    return (
      <>
        {problem}
        <GuestSearch
          onSelectMember={selectGuest}
          onNewGuest={(searchText) => chooseGuest('new', { ...sale.person, ...parsePerson(searchText) })}
        />
      </>
    );
  }
  return (
    <>
      {problem}
      {sale.guest === 'new' ? <NewGuest handle={handle} /> : <MemberGuest handle={handle} />}
    </>
  );
}

/** Guests who may be the buyer, while none is chosen. Below the steps, because nobody knows how many there will be. */
export function SuggestedGuests({ handle: { sale, chooseGuest, hotelId } }: { handle: SaleHandle }) {
  if (sale.guest !== null) return null;
  return (
    <DeskLists>
      <RecentGuests onChoose={chooseGuest} />
      <TodaysRedemptions hotelId={hotelId} />
      <Birthdays hotelId={hotelId} />
    </DeskLists>
  );
}

/** New guests confirmed to be someone other than the members found, as sale key plus identifying values. */
const confirmedGuests = new Set<string>();

function NewGuest({ handle: { sale, guestForm, goToNextStep, chooseGuest, selectGuest } }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { errors, defaultValues = {} } = guestForm.formState;
  const hasExtraInput = MORE_GUEST_FIELDS.some((name) => {
    const value = guestForm.getValues(name);
    return name in errors || (value !== '' && value !== null && value !== defaultValues[name]);
  });
  const choice = { label: t`Sell to this member`, onChoose: selectGuest };
  // Asks once per set of values, so returning to the step without changes does not ask again.
  const continueAsNew = async () => {
    const person = guestForm.getValues();
    const guestKey = JSON.stringify([sale.key, ...IDENTIFYING_FIELDS.map((name) => person[name])]);
    if (!confirmedGuests.has(guestKey) && !(await confirmNewMember(person, choice))) return;
    confirmedGuests.add(guestKey);
    goToNextStep();
  };
  return (
    <DuplicateChoice value={choice}>
      <SaleForm form={guestForm} onValid={() => void continueAsNew()}>
        <SaleFields definition={guestDefinition} form={guestForm} fieldNames={GUEST_FIELDS} />
        <MoreFields label={<Trans>More guest details</Trans>} isInitiallyOpen={hasExtraInput}>
          <SaleFields definition={guestDefinition} form={guestForm} fieldNames={MORE_GUEST_FIELDS} />
        </MoreFields>
        <StepButtons>
          <ContinueButton />
          <Button variant="ghost" onClick={() => chooseGuest(null)}>
            <Trans>Search for a member instead</Trans>
          </Button>
        </StepButtons>
      </SaleForm>
    </DuplicateChoice>
  );
}
