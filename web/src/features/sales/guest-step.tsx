import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { DeskLists } from '../front-desk/desk-list.tsx';
import { Birthdays, RecentGuests } from '../front-desk/guest-lists.tsx';
import { TodaysRedemptions } from '../front-desk/todays-redemptions.tsx';
import { confirmNewMember } from '../people/confirm-duplicates.tsx';
import { DuplicateChoice } from '../people/duplicate-choice.ts';
import { IDENTIFYING_FIELDS } from '../people/duplicates-query.ts';
import { GUEST_FIELDS, MORE_GUEST_FIELDS, guestDefinition } from './fields.ts';
import { MoreFields, SaleFields, SaleForm } from './form-fields.tsx';
import { GuestSearch } from './guest-search.tsx';
import { MemberGuest } from './member-guest.tsx';
import { parsePerson } from './sale.ts';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import type { SaleHandle } from './use-sale.ts';

/** The buyer: an existing member or a new guest. */
export function GuestStep({ handle }: { handle: SaleHandle }) {
  const { sale, choose, selectGuest, sending } = handle;
  const problem = sending.problem?.step === 'guest' && <Notice tone="danger">{sending.problem.message}</Notice>;
  if (sale.guest === null) {
    return (
      <>
        {problem}
        <GuestSearch
          onMember={selectGuest}
          onNew={(searchText) => choose('new', { ...sale.person, ...parsePerson(searchText) })}
        />
        <DeskLists>
          <RecentGuests onGuest={choose} />
          <TodaysRedemptions hotelId={handle.hotelId} />
          <Birthdays hotelId={handle.hotelId} />
        </DeskLists>
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

/** New guests confirmed to be someone other than the members found, as sale key plus identifying values. */
const answered = new Set<string>();

function NewGuest({ handle: { sale, guestForm, goToNextStep, choose, selectGuest } }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { errors, defaultValues = {} } = guestForm.formState;
  const isMoreNeeded = MORE_GUEST_FIELDS.some((name) => {
    const value = guestForm.getValues(name);
    return name in errors || (value !== '' && value !== null && value !== defaultValues[name]);
  });
  const choice = { label: t`Sell to this member`, onChoose: selectGuest };
  // Asks once per set of values, so returning to the step without changes does not ask again.
  const continueAsNew = async () => {
    const person = guestForm.getValues();
    const requested = JSON.stringify([sale.key, ...IDENTIFYING_FIELDS.map((name) => person[name])]);
    if (!answered.has(requested) && !(await confirmNewMember(person, choice))) return;
    answered.add(requested);
    goToNextStep();
  };
  return (
    <DuplicateChoice value={choice}>
      <SaleForm form={guestForm} onValid={() => void continueAsNew()}>
        <SaleFields definition={guestDefinition} form={guestForm} names={GUEST_FIELDS} />
        <MoreFields label={<Trans>More guest details</Trans>} isNeeded={isMoreNeeded}>
          <SaleFields definition={guestDefinition} form={guestForm} names={MORE_GUEST_FIELDS} />
        </MoreFields>
        <StepButtons>
          <ContinueButton />
          <Button variant="ghost" onClick={() => choose(null)}>
            <Trans>Search for a member instead</Trans>
          </Button>
        </StepButtons>
      </SaleForm>
    </DuplicateChoice>
  );
}
