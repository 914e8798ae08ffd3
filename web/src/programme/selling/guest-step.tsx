import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { DeskLists } from '../desk/desk-list.tsx';
import { Birthdays, LastGuests } from '../desk/guest-lists.tsx';
import { TodaysRedemptions } from '../desk/todays-redemptions.tsx';
import { asksForNew } from '../people/ask-duplicates.tsx';
import { DuplicateChoice } from '../people/duplicate-choice.ts';
import { TELLING } from '../people/duplicates-query.ts';
import { GUEST_FIELDS, MORE_GUEST_FIELDS, guestDefinition } from './fields.ts';
import { Fold, SaleFields, SaleForm } from './form-fields.tsx';
import { GuestSearch } from './guest-search.tsx';
import { MemberGuest } from './member-guest.tsx';
import { personIn } from './sale.ts';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import type { SaleHandle } from './use-sale.ts';

/** The buyer: a member who is found, or a new guest. */
export function GuestStep({ handle }: { handle: SaleHandle }) {
  const { sale, choose, chooseFound, sending } = handle;
  const problem = sending.problem?.step === 'guest' && <Notice tone="danger">{sending.problem.message}</Notice>;
  if (sale.guest === null) {
    return (
      <>
        {problem}
        <GuestSearch onMember={chooseFound} onNew={(typed) => choose('new', { ...sale.person, ...personIn(typed) })} />
        <DeskLists>
          <LastGuests onGuest={choose} />
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

/** New guests said to be another person than the members found: the sale, and the telling values typed in it. */
const answered = new Set<string>();

function NewGuest({ handle: { sale, guestForm, goOn, choose, chooseFound } }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { errors, defaultValues = {} } = guestForm.formState;
  const isMoreNeeded = MORE_GUEST_FIELDS.some((name) => {
    const value = guestForm.getValues(name);
    return name in errors || (value !== '' && value !== null && value !== defaultValues[name]);
  });
  const choice = { label: t`Sell to this member`, onChoose: chooseFound };
  // Asked once for the same values: a user who comes back to the step and changes nothing has answered.
  const goOnAsNew = async () => {
    const person = guestForm.getValues();
    const asked = JSON.stringify([sale.key, ...TELLING.map((name) => person[name])]);
    if (!answered.has(asked) && !(await asksForNew(person, choice))) return;
    answered.add(asked);
    goOn();
  };
  return (
    <DuplicateChoice value={choice}>
      <SaleForm form={guestForm} onValid={() => void goOnAsNew()}>
        <SaleFields definition={guestDefinition} form={guestForm} names={GUEST_FIELDS} />
        <Fold label={<Trans>More about the guest</Trans>} isNeeded={isMoreNeeded}>
          <SaleFields definition={guestDefinition} form={guestForm} names={MORE_GUEST_FIELDS} />
        </Fold>
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
