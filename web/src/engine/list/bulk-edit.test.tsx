import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows } from '../../testing/lists.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, recordsOf, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const CALL = 'POST /api/member/updateBulk';
const bar = () => page.getByRole('region', { name: 'Selected records' });
const dialog = () => page.getByRole('dialog', { name: 'Edit the selected members' });
const question = () => page.getByRole('dialog', { name: 'Change members?' });
const field = (label: string) => page.getByRole('radiogroup', { name: `What happens to ${label}` });
const choose = (label: string, what: 'Keep' | 'Change' | 'Clear') =>
  field(label).getByRole('radio', { name: what }).click();
const goOn = () => dialog().getByRole('button', { name: 'Continue' });

async function editAll(opening: Opening = {}): Promise<void> {
  await openConsole('/company/member', opening);
  await expectRows(3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar().getByRole('button', { name: 'Edit' }).click();
  await expect.element(dialog()).toBeVisible();
}

async function changeHobby(): Promise<void> {
  await editAll();
  await choose('Hobby', 'Change');
  await dialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
  await goOn().click();
}

describe('editing many', () => {
  test('keeps every field until it is chosen, and clears only what may be empty', async () => {
    await editAll();
    await expect.element(goOn()).toBeDisabled();
    await expect.element(field('Hobby').getByRole('radio', { name: 'Keep' })).toBeChecked();
    await expect.element(field('First name').getByRole('radio', { name: 'Change' })).toBeVisible();
    expect(field('First name').getByRole('radio', { name: 'Clear' }).elements()).toEqual([]);
    await choose('Hobby', 'Clear');
    await choose('Remark', 'Clear');
    await expect.element(dialog().getByText('2 fields chosen')).toBeVisible();
    await choose('Hobby', 'Keep');
    await choose('Remark', 'Keep');
    await expect.element(goOn()).toBeDisabled();
    await expectAccessible();
  });

  test('asks to what a field is changed before anybody is asked', async () => {
    await editAll();
    await choose('Hobby', 'Change');
    await goOn().click();
    const hobby = dialog().getByRole('textbox', { name: 'Hobby' });
    await expect.element(dialog().getByText('Please fill this in.')).toBeVisible();
    await expect.element(hobby).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await hobby.fill('Berkuda');
    await expect.element(dialog().getByText('Please fill this in.')).not.toBeInTheDocument();
    expect(await requests(CALL)).toEqual([]);
  });

  test('changes one field and clears another, counts first, and leaves the rest alone', async () => {
    await editAll();
    await choose('Remark', 'Clear');
    await choose('Hobby', 'Change');
    await dialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
    await goOn().click();
    await expect.element(question().getByText('3 records will be changed.')).toBeVisible();
    await expect.element(question().getByText('Berkuda')).toBeVisible();
    const meant = { ids: [1, 2, 3], set: { hobby: 'Berkuda', remark: null } };
    expect((await sent(CALL)).body).toEqual({ ...meant, dry_run: 1 });
    await expectAccessible();
    const button = question().getByRole('button', { name: 'Change 3' });
    await expect.element(button).toHaveFocus();
    await button.click();
    await expect.element(page.getByText('3 changed.')).toBeVisible();
    expect((await sent(CALL)).body).toEqual(meant);
    await expect.element(bar()).not.toBeInTheDocument();
    expect(recordsOf('member').map(({ hobby, remark, last_name }) => [hobby, remark, last_name])).toEqual(
      [1, 2, 3].map((n) => ['Berkuda', null, `Last name ${n}`]),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Undone: 3 as before.')).toBeVisible();
    expect(recordsOf('member').map(({ hobby }) => hobby)).not.toContain('Berkuda');
  });

  test('that cannot be undone any more stays, and the message says why', async () => {
    answer('POST /api/member/undoBulk', () => refusal(409, 'conflict'));
    await changeHobby();
    await question().getByRole('button', { name: 'Change 3' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The server says conflict.')).toBeVisible();
    expect(recordsOf('member').map(({ hobby }) => hobby)).toEqual(['Berkuda', 'Berkuda', 'Berkuda']);
  });

  test('leads back from the count to what was chosen', async () => {
    await changeHobby();
    await question().getByRole('button', { name: 'Back' }).click();
    await expect.element(dialog().getByRole('textbox', { name: 'Hobby' })).toHaveValue('Berkuda');
  });

  test('says how many cannot take the values and why, and changes the others', async () => {
    const preview = { matched: 3, updated: 1, refused: [2, 3], in_use: [], reasons: ['Code: This is taken.'] };
    answer(CALL, async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // as the contract has it
      return HttpResponse.json({ data: dry_run ? preview : { updated: 1 } });
    });
    await changeHobby();
    await expect.element(question().getByText('1 record will be changed.')).toBeVisible();
    await expect.element(question().getByText('2 more are selected but cannot take this.')).toBeVisible();
    await expect.element(question().getByText('Code: This is taken.')).toBeVisible();
    await expectAccessible();
    await question().getByRole('button', { name: 'Change 1' }).click();
    await expect.element(page.getByText('1 changed.')).toBeVisible();
    expect((await sent(CALL)).body).toEqual({ ids: [1], set: { hobby: 'Berkuda' } });
  });

  test('changes nobody where more are refused than the server names', async () => {
    answer(CALL, { data: { matched: 3, updated: 1, refused: [2], in_use: [], reasons: [] } });
    await changeHobby();
    await expect.element(question().getByText('2 of the selected records cannot take this.')).toBeVisible();
    expect(
      question()
        .getByRole('button', { name: /^Change/ })
        .elements(),
    ).toEqual([]);
  });

  test('shows a value that the server refuses at its field', async () => {
    answer(CALL, () => refusal(422, 'validation_failed', { errors: { hobby: ['Not that one.'] } }));
    await changeHobby();
    await expect.element(dialog().getByText('Not that one.')).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Hobby' })).toHaveAccessibleDescription('Not that one.');
  });

  test('asks before the choices are thrown away', async () => {
    await editAll();
    await choose('Hobby', 'Clear');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(field('Hobby').getByRole('radio', { name: 'Clear' })).toBeChecked();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(bar()).toBeVisible();
    expect(await requests(CALL)).toEqual([]);
  });

  test('closes at once where nothing was chosen', async () => {
    await editAll();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not offered to those who may not change', async () => {
    await openConsole('/company/member', { user: { roles: ['VIEW_MEMBER', 'DELETE_MEMBER'] } });
    await expectRows(3);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect.element(bar().getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Edit' }).elements()).toEqual([]);
  });
});
