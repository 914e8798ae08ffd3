import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows } from '../../testing/lists.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const UPDATE_CALL = 'POST /api/member/updateBulk';
const selectionBar = () => page.getByRole('region', { name: 'Selected records' });
const editDialog = () => page.getByRole('dialog', { name: 'Edit members' });
const confirmation = () => page.getByRole('dialog', { name: 'Change members?' });
const actionGroup = (label: string) => page.getByRole('radiogroup', { name: `Action for ${label}` });
const chooseAction = (label: string, action: 'Keep' | 'Change' | 'Clear') =>
  actionGroup(label).getByRole('radio', { name: action }).click();
const continueButton = () => editDialog().getByRole('button', { name: 'Continue' });

async function openEditDialog(options: ConsoleOptions = {}): Promise<void> {
  await openConsole('/company/member', options);
  await expectRows(3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await selectionBar().getByRole('button', { name: 'Edit' }).click();
  await expect.element(editDialog()).toBeVisible();
}

async function changeHobby(): Promise<void> {
  await openEditDialog();
  await chooseAction('Hobby', 'Change');
  await editDialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
  await continueButton().click();
}

describe('bulk edit dialog', () => {
  test('keeps every field by default, and offers Clear only for optional ones', async () => {
    await openEditDialog();
    await expect.element(continueButton()).toBeDisabled();
    await expect.element(actionGroup('Hobby').getByRole('radio', { name: 'Keep' })).toBeChecked();
    await expect.element(actionGroup('First name').getByRole('radio', { name: 'Change' })).toBeVisible();
    expect(actionGroup('First name').getByRole('radio', { name: 'Clear' }).elements()).toEqual([]);
    await chooseAction('Hobby', 'Clear');
    await chooseAction('Remark', 'Clear');
    await expect.element(editDialog().getByText('2 fields selected')).toBeVisible();
    await chooseAction('Hobby', 'Keep');
    await chooseAction('Remark', 'Keep');
    await expect.element(continueButton()).toBeDisabled();
    await expectAccessible();
  });

  test('requires the value of a change before sending a request', async () => {
    await openEditDialog();
    await chooseAction('Hobby', 'Change');
    await continueButton().click();
    const hobbyInput = editDialog().getByRole('textbox', { name: 'Hobby' });
    await expect.element(editDialog().getByText('This field is required.')).toBeVisible();
    await expect.element(hobbyInput).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await hobbyInput.fill('Berkuda');
    await expect.element(editDialog().getByText('This field is required.')).not.toBeInTheDocument();
    expect(await findRequests(UPDATE_CALL)).toEqual([]);
  });

  test('counts first, then changes one field, clears another, and changes no other field', async () => {
    await openEditDialog();
    await chooseAction('Remark', 'Clear');
    await chooseAction('Hobby', 'Change');
    await editDialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
    await continueButton().click();
    await expect.element(confirmation().getByText('3 records will be changed.')).toBeVisible();
    await expect.element(confirmation().getByText('Berkuda')).toBeVisible();
    const expectedBody = { ids: [1, 2, 3], set: { hobby: 'Berkuda', remark: null } };
    expect((await waitForRequest(UPDATE_CALL)).body).toEqual({ ...expectedBody, dry_run: 1 });
    await expectAccessible();
    const button = confirmation().getByRole('button', { name: 'Change 3' });
    await expect.element(button).toHaveFocus();
    await button.click();
    await expect.element(page.getByText('3 changed.')).toBeVisible();
    expect((await waitForRequest(UPDATE_CALL)).body).toEqual(expectedBody);
    await expect.element(selectionBar()).not.toBeInTheDocument();
    expect(recordsOf('member').map(({ hobby, remark, last_name }) => [hobby, remark, last_name])).toEqual(
      [1, 2, 3].map((n) => ['Berkuda', null, `Last name ${n}`]),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Undone: 3 restored to previous values.')).toBeVisible();
    expect(recordsOf('member').map(({ hobby }) => hobby)).not.toContain('Berkuda');
  });

  test('shows why a change can no longer be undone, and preserves it', async () => {
    mockResponse('POST /api/member/undoBulk', () => rejection(409, 'conflict'));
    await changeHobby();
    await confirmation().getByRole('button', { name: 'Change 3' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The server says conflict.')).toBeVisible();
    expect(recordsOf('member').map(({ hobby }) => hobby)).toEqual(['Berkuda', 'Berkuda', 'Berkuda']);
  });

  test('returns from the count to the chosen edits', async () => {
    await changeHobby();
    await confirmation().getByRole('button', { name: 'Back' }).click();
    await expect.element(editDialog().getByRole('textbox', { name: 'Hobby' })).toHaveValue('Berkuda');
  });

  test('shows the number of records that cannot have the values, with reasons, and changes the others', async () => {
    const preview = { matched: 3, updated: 1, rejected: [2, 3], in_use: [], reasons: ['Code: Already in use.'] };
    mockResponse(UPDATE_CALL, async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // the contract's body
      return HttpResponse.json({ data: dry_run ? preview : { updated: 1 } });
    });
    await changeHobby();
    await expect.element(confirmation().getByText('1 record will be changed.')).toBeVisible();
    await expect.element(confirmation().getByText('2 selected items can’t be changed:')).toBeVisible();
    await expect.element(confirmation().getByText('Code: Already in use.')).toBeVisible();
    await expectAccessible();
    await confirmation().getByRole('button', { name: 'Change 1' }).click();
    await expect.element(page.getByText('1 changed.')).toBeVisible();
    expect((await waitForRequest(UPDATE_CALL)).body).toEqual({ ids: [1], set: { hobby: 'Berkuda' } });
  });

  test('changes nothing if the server rejects more records than it names', async () => {
    mockResponse(UPDATE_CALL, { data: { matched: 3, updated: 1, rejected: [2], in_use: [], reasons: [] } });
    await changeHobby();
    await expect.element(confirmation().getByText('2 selected records can’t be changed. Deselect them:')).toBeVisible();
    expect(
      confirmation()
        .getByRole('button', { name: /^Change/ })
        .elements(),
    ).toEqual([]);
  });

  test("shows the server's rejection of a value at its field", async () => {
    mockResponse(UPDATE_CALL, () => rejection(422, 'validation_failed', { errors: { hobby: ['Not that one.'] } }));
    await changeHobby();
    await expect.element(editDialog().getByText('Not that one.')).toBeVisible();
    await expect
      .element(editDialog().getByRole('textbox', { name: 'Hobby' }))
      .toHaveAccessibleDescription('Not that one.');
  });

  test('requires confirmation before discarding the edits', async () => {
    await openEditDialog();
    await chooseAction('Hobby', 'Clear');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(actionGroup('Hobby').getByRole('radio', { name: 'Clear' })).toBeChecked();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(selectionBar()).toBeVisible();
    expect(await findRequests(UPDATE_CALL)).toEqual([]);
  });

  test('closes without confirmation if nothing was chosen', async () => {
    await openEditDialog();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not offered without the right to change', async () => {
    await openConsole('/company/member', { user: { roles: ['VIEW_MEMBER', 'DELETE_MEMBER'] } });
    await expectRows(3);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect.element(selectionBar().getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(selectionBar().getByRole('button', { name: 'Edit' }).elements()).toEqual([]);
  });
});
