import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows } from '../../testing/lists.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const CALL = 'POST /api/member/updateBulk';
const bar = () => page.getByRole('region', { name: 'Selected records' });
const dialog = () => page.getByRole('dialog', { name: 'Edit members' });
const confirmation = () => page.getByRole('dialog', { name: 'Change members?' });
const field = (label: string) => page.getByRole('radiogroup', { name: `Action for ${label}` });
const choose = (label: string, what: 'Keep' | 'Change' | 'Clear') =>
  field(label).getByRole('radio', { name: what }).click();
const continueButton = () => dialog().getByRole('button', { name: 'Continue' });

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
  await continueButton().click();
}

describe('bulk edit dialog', () => {
  test('keeps every field by default, and offers Clear only for optional ones', async () => {
    await editAll();
    await expect.element(continueButton()).toBeDisabled();
    await expect.element(field('Hobby').getByRole('radio', { name: 'Keep' })).toBeChecked();
    await expect.element(field('First name').getByRole('radio', { name: 'Change' })).toBeVisible();
    expect(field('First name').getByRole('radio', { name: 'Clear' }).elements()).toEqual([]);
    await choose('Hobby', 'Clear');
    await choose('Remark', 'Clear');
    await expect.element(dialog().getByText('2 fields selected')).toBeVisible();
    await choose('Hobby', 'Keep');
    await choose('Remark', 'Keep');
    await expect.element(continueButton()).toBeDisabled();
    await expectAccessible();
  });

  test('requires the value of a change before sending a request', async () => {
    await editAll();
    await choose('Hobby', 'Change');
    await continueButton().click();
    const hobby = dialog().getByRole('textbox', { name: 'Hobby' });
    await expect.element(dialog().getByText('This field is required.')).toBeVisible();
    await expect.element(hobby).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await hobby.fill('Berkuda');
    await expect.element(dialog().getByText('This field is required.')).not.toBeInTheDocument();
    expect(await requests(CALL)).toEqual([]);
  });

  test('counts first, then changes one field, clears another and leaves the rest', async () => {
    await editAll();
    await choose('Remark', 'Clear');
    await choose('Hobby', 'Change');
    await dialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
    await continueButton().click();
    await expect.element(confirmation().getByText('3 records will be changed.')).toBeVisible();
    await expect.element(confirmation().getByText('Berkuda')).toBeVisible();
    const expectedBody = { ids: [1, 2, 3], set: { hobby: 'Berkuda', remark: null } };
    expect((await sent(CALL)).body).toEqual({ ...expectedBody, dry_run: 1 });
    await expectAccessible();
    const button = confirmation().getByRole('button', { name: 'Change 3' });
    await expect.element(button).toHaveFocus();
    await button.click();
    await expect.element(page.getByText('3 changed.')).toBeVisible();
    expect((await sent(CALL)).body).toEqual(expectedBody);
    await expect.element(bar()).not.toBeInTheDocument();
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
    await expect.element(dialog().getByRole('textbox', { name: 'Hobby' })).toHaveValue('Berkuda');
  });

  test('shows the number of records that cannot have the values, with reasons, and changes the others', async () => {
    const preview = { matched: 3, updated: 1, rejected: [2, 3], in_use: [], reasons: ['Code: Already in use.'] };
    mockResponse(CALL, async ({ request }) => {
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
    expect((await sent(CALL)).body).toEqual({ ids: [1], set: { hobby: 'Berkuda' } });
  });

  test('changes nothing if the server rejects more records than it names', async () => {
    mockResponse(CALL, { data: { matched: 3, updated: 1, rejected: [2], in_use: [], reasons: [] } });
    await changeHobby();
    await expect.element(confirmation().getByText('2 selected records can’t be changed. Deselect them:')).toBeVisible();
    expect(
      confirmation()
        .getByRole('button', { name: /^Change/ })
        .elements(),
    ).toEqual([]);
  });

  test("shows the server's rejection of a value at its field", async () => {
    mockResponse(CALL, () => rejection(422, 'validation_failed', { errors: { hobby: ['Not that one.'] } }));
    await changeHobby();
    await expect.element(dialog().getByText('Not that one.')).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Hobby' })).toHaveAccessibleDescription('Not that one.');
  });

  test('requires confirmation before discarding the edits', async () => {
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

  test('closes without confirmation if nothing was chosen', async () => {
    await editAll();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not offered without the right to change', async () => {
    await openConsole('/company/member', { user: { roles: ['VIEW_MEMBER', 'DELETE_MEMBER'] } });
    await expectRows(3);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect.element(bar().getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Edit' }).elements()).toEqual([]);
  });
});
