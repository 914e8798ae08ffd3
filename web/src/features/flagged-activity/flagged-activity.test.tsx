import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => Promise.all([import('./flagged-activity-page.tsx'), import('./review-activity.ts')]));

const REVIEW_CALL = 'POST /api/flagged_activity/7/review';
const createActivity = (values: object = {}) =>
  row('flagged_activity', 7, { kind: 'one_name', staff_name: 'Ayu', times: 9, note: null, ...values });
const dialog = page.getByRole('alertdialog');

it('the list shows flagged activity with reason, user and finding', async () => {
  setRecords('flagged_activity', [
    createActivity(),
    row('flagged_activity', 8, { kind: 'far_away', note: 'A birthday trip' }),
  ]);
  await openConsole('/others/flagged-activity');
  await expect.element(page.getByText('Many by one person')).toBeVisible();
  await expect.element(page.getByText('Far from the member’s hotels')).toBeVisible();
  await expect.element(page.getByText('A birthday trip')).toBeVisible();
  await expectAccessible();
});

it('the list shows the user name of the auditor', async () => {
  const reviewed_by = { id: 2, name: 'Made Wirawan', code: 'made.wirawan', username: 'made.wirawan' };
  setRecords('flagged_activity', [createActivity({ note: 'A wedding party', reviewed_by_id: 2, reviewed_by })]);
  await openConsole('/others/flagged-activity');
  await expect.element(page.getByRole('gridcell', { name: 'Made Wirawan · made.wirawan' })).toBeVisible();
  await openConsole('/others/flagged-activity/7');
  await expect.element(page.getByText('Made Wirawan · made.wirawan')).toBeVisible();
});

it.each([
  ['en', 'Review…', 'Finding', 'Save finding'],
  ['id', 'Tinjau…', 'Temuan', 'Simpan temuan'],
] as const)(
  'a finding is stored, and cannot be entered again: %s',
  async (language, reviewLabel, findingLabel, saveLabel) => {
    setRecords('flagged_activity', [createActivity()]);
    mockResponse(REVIEW_CALL, () => {
      setRecords('flagged_activity', [createActivity({ note: 'A wedding party', version: 2 })]);
      return HttpResponse.json({ data: createActivity({ note: 'A wedding party', version: 2 }) });
    });
    await openConsole('/others/flagged-activity/7', { language });
    await page.getByRole('button', { name: reviewLabel }).click();
    await dialog.getByRole('textbox', { name: findingLabel }).fill('A wedding party');
    await expectAccessible();
    await dialog.getByRole('button', { name: saveLabel }).click();
    await expect.element(page.getByText('A wedding party')).toBeVisible();
    await expect.element(page.getByRole('button', { name: reviewLabel })).not.toBeInTheDocument();
    expect((await waitForRequest(REVIEW_CALL)).body).toEqual({ note: 'A wedding party' });
  },
);

it('an auditor sees that another user was the first to save a finding', async () => {
  setRecords('flagged_activity', [createActivity()]);
  mockResponse(REVIEW_CALL, () => rejection(409, 'settled', { message: 'Already reviewed.' }));
  await openConsole('/others/flagged-activity/7');
  await page.getByRole('button', { name: 'Review…' }).click();
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('A wedding party');
  await dialog.getByRole('button', { name: 'Save finding' }).click();
  await expect.element(page.getByText('Already reviewed.')).toBeVisible();
});
