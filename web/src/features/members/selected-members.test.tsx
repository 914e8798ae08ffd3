import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row, rows } from '../../testing/rows.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

/** What a selection of members can be given and sent, besides edit and delete. */

const selectionBar = () => page.getByRole('region', { name: /^(Selected records|Data terpilih)$/ });
const dialog = () => page.getByRole('dialog');
const leftOut = [
  { reason: 'The member has no card.', number: 7, members: [{ id: 3, name: 'Ratna Kusuma' }] },
  { reason: 'The member has no email.', number: 1, members: [{ id: 4, name: 'Bagus Santoso' }] },
];

/** Selects all members of the page by keyboard, and opens an action of the selection. */
async function openAction(name: string, language: 'en' | 'id' = 'en'): Promise<void> {
  setRecords('member', rows('member', 3));
  await openConsole('/company/member', { language });
  await expectRows(3);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.closest('[role=row]')).toBe(gridRows().first().element());
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selectionBar()).toBeVisible();
  (selectionBar().getByRole('button', { name }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toBeVisible();
}

/** Mocks an action: the dry run and the action itself have the same effect. */
const mockAction = (call: `POST ${string}`, effect: object) =>
  mockResponse(call, () => HttpResponse.json({ data: { ...effect, left_out: leftOut } }));

describe('selected members', () => {
  test('are mailed by keyboard, after a count of those who are left out', async () => {
    mockAction('POST /api/member/mailing', { queued: 12 });
    await openAction('Email…');
    await expect.element(dialog()).toHaveAccessibleName('Email 3 members');
    await expect.element(dialog().getByRole('combobox', { name: 'Email' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('option', { name: 'Birthday wishes' }).click();
    await expect.element(dialog().getByText('12 members get the email.')).toBeVisible();
    await expect.element(dialog().getByText('8 selected members are left out:')).toBeVisible();
    await expect.element(dialog().getByText('Ratna Kusuma and 6 more')).toBeVisible();
    await expectAccessible();
    const body = { ids: [1, 2, 3], mail_type: 'birthday' };
    expect((await waitForRequest('POST /api/member/mailing')).body).toEqual({ ...body, dry_run: 1 });
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('12 emails are being sent.')).toBeVisible();
    expect((await waitForRequest('POST /api/member/mailing')).body).toEqual(body);
    await expect.element(selectionBar()).not.toBeInTheDocument();
  });

  test('are given a voucher by keyboard, with a reason', async () => {
    mockAction('POST /api/member/voucher_gift', { given: 2 });
    setRecords('voucher', [row('voucher', 4, { name: 'Free night' })]);
    await openAction('Give voucher…');
    await expect.element(dialog().getByRole('combobox', { name: 'Voucher' })).toHaveFocus();
    await userEvent.keyboard('Free');
    await expect.element(page.getByRole('option', { name: 'Free night' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText('2 members get the voucher.')).toBeVisible();
    await expectAccessible();
    await dialog().getByRole('textbox', { name: 'Reason' }).click();
    await userEvent.keyboard('Power cut{Control>}s{/Control}');
    await expect.element(page.getByText('2 vouchers given.')).toBeVisible();
    expect((await waitForRequest('POST /api/member/voucher_gift')).body).toEqual({
      ids: [1, 2, 3],
      voucher_id: 4,
      valid_until_date: null,
      remark: 'Power cut',
    });
    const requests = await findRequests('POST /api/member/voucher_gift');
    expect(requests[0]?.body).toEqual({ ids: [1, 2, 3], voucher_id: 4, valid_until_date: null, dry_run: 1 });
    await expect.element(selectionBar()).not.toBeInTheDocument();
    // The keyboard is back in the list.
    await expect.poll(() => document.activeElement?.closest('[role=row]')).toBe(gridRows().first().element());
  });

  test('say in the dialog why nothing can be sent', async () => {
    const message = 'No active mail template of this type.';
    mockResponse('POST /api/member/mailing', () => HttpResponse.json({ error: 'conflict', message }, { status: 409 }));
    await openAction('Email…');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('option', { name: 'Welcome' }).click();
    await expect.element(dialog().getByText(message)).toBeVisible();
  });

  test('have these actions only for users with the rights', async () => {
    await openConsole('/company/member', { user: { roles: ['VIEW_MEMBER'] } });
    await expectRows(3);
    await gridRows().first().getByRole('checkbox').click();
    await expect.element(selectionBar().getByRole('button', { name: 'Export' })).toBeVisible();
    for (const name of ['Email…', 'Give voucher…', 'Edit', 'Delete'])
      expect(selectionBar().getByRole('button', { name }).elements(), name).toEqual([]);
  });

  test('fit on a phone in Indonesian', async () => {
    await page.viewport(390, 844);
    setRecords('member', rows('member', 3));
    await openConsole('/company/member', { language: 'id' });
    await page.getByRole('checkbox').first().click();
    await expect.element(selectionBar().getByRole('button', { name: 'Ekspor' })).toBeVisible();
    await expectTextsToFit(['id']);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
