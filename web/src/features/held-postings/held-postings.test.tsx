import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => Promise.all([import('./post-dialog.tsx'), import('./dismiss.ts'), import('./held-posting-page.tsx')]));

const POST_CALL = 'POST /api/held_posting/post';
const DISMISS_CALL = 'POST /api/held_posting/dismiss';
const LABELS = {
  en: {
    openButton: 'Post as a visit…',
    correctMember: 'Correct member',
    correctDate: 'Correct date',
    postButton: 'Post',
    bulkButton: 'Post',
  },
  id: {
    openButton: 'Catat sebagai kunjungan…',
    correctMember: 'Anggota yang benar',
    correctDate: 'Tanggal yang benar',
    postButton: 'Catat',
    bulkButton: 'Catat',
  },
} as const;
const labels = LABELS.en;
const dialog = page.getByRole('dialog');

const createPosting = (id: number, values: object = {}) =>
  row('held_posting', id, {
    reference_no: `POS3-2011${id}`,
    state: 'waiting',
    reason: 'unknown_card',
    card_no: '4000 1000',
    member_id: null,
    member: null,
    visit_id: null,
    visit: null,
    dismiss_reason: null,
    ...values,
  });
const createPostedResult = (id: number) => ({
  id,
  reference_no: `POS3-2011${id}`,
  outcome: 'posted',
  visit: { id: 70 + id, visit_no: `V0000007${id}` },
  error: null,
});
const createRejectedResult = (id: number, errors: object) => ({
  id,
  reference_no: `POS3-2011${id}`,
  outcome: 'rejected',
  visit: null,
  error: { error: 'validation_failed', message: 'Please correct the marked fields.', errors, request_id: 'r' },
});
const respondResults = (...data: object[]) => HttpResponse.json({ data, meta: { posted: 0, rejected: 0 } });

beforeEach(() => {
  setRecords('held_posting', [createPosting(1), createPosting(2), createPosting(3, { state: 'posted', visit_id: 73 })]);
  setRecords('member', [row('member', 6, { first_name: 'Citra', last_name: 'Dewi' })]);
});

async function chooseMember(label: string = labels.correctMember): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).fill('Citra');
  await page.getByRole('option', { name: 'Citra' }).click();
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
}

describe('posting on hold', () => {
  test('is posted to the correct member, and the new visit is shown', async () => {
    mockResponse(POST_CALL, () => respondResults(createPostedResult(1)));
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: labels.openButton }).click();
    await expect.element(dialog).toHaveAccessibleName('Post bill POS3-20111');
    await chooseMember();
    await expectAccessible();
    await dialog.getByRole('button', { name: labels.postButton }).click();
    await expect.element(page.getByText('Bill POS3-20111 was posted as V00000071.')).toBeVisible();
    const { body, headers } = await waitForRequest(POST_CALL);
    expect(body).toEqual({ ids: [1], member_id: 6, visit_date: null, remark: null });
    expect(headers.get('Idempotency-Key')).toMatch(/\S{20}/);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('shows a rejection at its field, where it can be corrected', async () => {
    mockResponse(POST_CALL, () =>
      respondResults(
        createRejectedResult(1, {
          member_id: ['This field is required.'],
          remark: ['Add a reason for the late posting.'],
        }),
      ),
    );
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: labels.openButton }).click();
    await dialog.getByRole('button', { name: labels.postButton }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: labels.correctMember }))
      .toHaveAccessibleDescription(expect.stringContaining('This field is required.'));
    expect(await findRequests(POST_CALL)).toEqual([]);
    await chooseMember();
    await dialog.getByRole('button', { name: labels.postButton }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: labels.correctMember }))
      .toHaveAccessibleDescription(expect.stringContaining('This field is required.'));
    await expect
      .element(dialog.getByRole('textbox', { name: 'Remark' }))
      .toHaveAccessibleDescription(expect.stringContaining('Add a reason for the late posting.'));
    mockResponse(POST_CALL, () => respondResults(createPostedResult(1)));
    await dialog.getByRole('button', { name: labels.postButton }).click();
    await expect.element(page.getByText('Bill POS3-20111 was posted as V00000071.')).toBeVisible();
  });

  test('is dismissed with a reason', async () => {
    mockResponse(DISMISS_CALL, () => HttpResponse.json({ data: { dismissed: 1 } }));
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: 'Dismiss…' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('textbox').fill('Card of another programme');
    await confirmation.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByText('1 bill dismissed.')).toBeVisible();
    expect((await waitForRequest(DISMISS_CALL)).body).toEqual({ ids: [1], reason: 'Card of another programme' });
  });

  test('offers no decision once posted or with read access only', async () => {
    await openConsole('/finance/held-posting/3');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: labels.openButton })).not.toBeInTheDocument();
    await openConsole('/finance/held-posting/1', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: labels.openButton })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Dismiss…' })).not.toBeInTheDocument();
  });
});

describe('several postings on hold', () => {
  const openBulkPost = async (bulkButton: string = labels.bulkButton) => {
    const checkboxes = page.getByRole('checkbox');
    await checkboxes.nth(1).click();
    await checkboxes.nth(2).click();
    await page.getByRole('button', { name: bulkButton, exact: true }).click();
  };

  test('are posted together, and the rejections of some are shown', async () => {
    mockResponse(POST_CALL, () =>
      respondResults(createPostedResult(1), createRejectedResult(2, { member_id: ['This field is required.'] })),
    );
    await openConsole('/finance/held-posting');
    await openBulkPost();
    await expect.element(dialog).toHaveAccessibleName('Post 2 bills on hold');
    await dialog.getByRole('button', { name: labels.postButton }).click();
    await expect.element(dialog).toHaveAccessibleName('Some are still on hold');
    await expect.element(dialog.getByText('1 bill posted as a visit.')).toBeVisible();
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('POS3-20112');
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Member: This field is required.');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
    expect(await findRequests(POST_CALL)).toHaveLength(1);
  });

  test('are not offered with read access only', async () => {
    await openConsole('/finance/held-posting', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await page.getByRole('checkbox').nth(1).click();
    await expect.element(page.getByRole('region', { name: 'Selected records' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: labels.bulkButton, exact: true })).not.toBeInTheDocument();
  });
});

for (const { language, theme, width, height } of PAGE_VARIANTS)
  test(`a bill is posted in an accessible dialog: ${language}, ${theme}, ${width} px`, async () => {
    await page.viewport(width, height);
    mockResponse(POST_CALL, () => respondResults(createPostedResult(1)));
    await openConsole('/finance/held-posting/1', { language, theme });
    await expectAccessible();
    await page.getByRole('button', { name: LABELS[language].openButton }).click();
    await chooseMember(LABELS[language].correctMember);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: LABELS[language].postButton }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
