import type { Standing } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, recordsOf, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./move-dialog.tsx'), import('./visit-page.tsx')]));

const MOVE_CALL = 'POST /api/visit/51/move';
const LABELS = {
  en: {
    openButton: 'Move to another member…',
    correctMember: 'Correct member',
    reason: 'Reason',
    submitButton: 'Move visit',
  },
  id: {
    openButton: 'Pindahkan ke anggota lain…',
    correctMember: 'Anggota yang benar',
    reason: 'Alasan',
    submitButton: 'Pindahkan kunjungan',
  },
} as const;

/** Mocks a visit of Citra that was recorded for Bagus. Moving it lowers the tier of Bagus to Silver. */
function mockVisit(): void {
  setRecords('visit', [row('visit', 51, { visit_no: 'VIS-0051', member_id: 5, member: { id: 5, name: 'Bagus' } })]);
  setRecords('member', [
    row('member', 5, { first_name: 'Bagus', last_name: 'Santoso' }),
    row('member', 6, { first_name: 'Citra', last_name: 'Dewi' }),
  ]);
  let isMoved = false;
  const createStanding = (id: number, name: string, total: number): Standing => ({
    ...STANDING,
    member: { id, name },
    visits: { ...STANDING.visits, total },
  });
  mockResponse('GET /api/member/5/standing', () =>
    HttpResponse.json({
      data: isMoved
        ? { ...createStanding(5, 'Bagus', 0), membership: { id: 1, name: 'Laksmira Silver', code: 'SLV' } }
        : createStanding(5, 'Bagus', 1),
    }),
  );
  mockResponse('GET /api/member/6/standing', () =>
    HttpResponse.json({ data: createStanding(6, 'Citra', isMoved ? 1 : 0) }),
  );
  mockResponse(MOVE_CALL, () => {
    isMoved = true;
    return HttpResponse.json({ data: recordsOf('visit')[0] });
  });
}

const dialog = page.getByRole('dialog');
const labels = LABELS.en;

async function fillVisitForm({ correctMember, reason } = labels as (typeof LABELS)['en' | 'id']): Promise<void> {
  await dialog.getByRole('combobox', { name: correctMember }).fill('Citra');
  await page.getByRole('option', { name: 'Citra' }).click();
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: reason }).fill('Wrong card read out');
}

describe('a visit recorded for the wrong member', () => {
  test('is moved to the correct one with a reason, and shows the status of both', async () => {
    mockVisit();
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: labels.openButton }).click();
    await expect.element(dialog).toHaveAccessibleName('Move visit VIS-0051');
    await fillVisitForm();
    await expectAccessible();
    await dialog.getByRole('button', { name: labels.submitButton }).click();
    await expect.element(dialog).toHaveAccessibleName('Visit VIS-0051 moved');
    const memberItem = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await expect.element(memberItem('Bagus')).toMatchTextContent('0 visits now count');
    await expect.element(memberItem('Bagus')).toMatchTextContent('Tier changed from Laksmira Gold to Laksmira Silver.');
    await expect.element(memberItem('Citra')).toMatchTextContent('1 visit now counts');
    await expect.element(memberItem('Citra')).not.toMatchTextContent('Tier changed');
    await expectAccessible();
    const { body, headers } = await waitForRequest(MOVE_CALL);
    expect(body).toEqual({ member_id: 6, remark: 'Wrong card read out' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(dialog.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
  });

  test('cannot be moved without member and reason, or to its present member', async () => {
    mockVisit();
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: labels.openButton }).click();
    await dialog.getByRole('button', { name: labels.submitButton }).click();
    await expect.poll(() => dialog.getByText('This field is required.').elements().length).toBe(2);
    await dialog.getByRole('combobox', { name: labels.correctMember }).fill('a');
    await expect.element(page.getByRole('option', { name: 'Citra' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Bagus' })).not.toBeInTheDocument();
    expect(await findRequests(MOVE_CALL)).toEqual([]);
  });

  test('shows the server’s rejection at its field', async () => {
    mockVisit();
    mockResponse(MOVE_CALL, () => rejection(422, 'validation_failed', { errors: { member_id: ['same_member'] } }));
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: labels.openButton }).click();
    await fillVisitForm();
    await dialog.getByRole('button', { name: labels.submitButton }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: labels.correctMember }))
      .toHaveAccessibleDescription(expect.stringContaining('This visit already belongs to this member.'));
  });

  test('asks before an entered reason is lost, and Ctrl+Enter in the reason sends it', async () => {
    mockVisit();
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: labels.openButton }).click();
    await expect.element(dialog.getByRole('combobox', { name: labels.correctMember })).toHaveFocus();
    await fillVisitForm();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('textbox', { name: labels.reason }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog).toHaveAccessibleName('Visit VIS-0051 moved');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('cannot be moved without permission to change visits', async () => {
    mockVisit();
    await openConsole('/finance/visit/51', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'VIS-0051', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: labels.openButton })).not.toBeInTheDocument();
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`has an accessible move dialog: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockVisit();
      await openConsole('/finance/visit/51', { language, theme });
      await page.getByRole('button', { name: LABELS[language].openButton }).click();
      await fillVisitForm(LABELS[language]);
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await dialog.getByRole('button', { name: LABELS[language].submitButton }).click();
      await expect.element(dialog.getByRole('listitem')).toHaveLength(2);
      await expectAccessible();
    });
});
