import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./unusual-act-page.tsx'), import('./look-into.ts')]));

const CALL = 'POST /api/unusual_act/7/look_into';
const act = (values: object = {}) =>
  row('unusual_act', 7, { kind: 'one_name', staff_name: 'Ayu', times: 9, note: null, ...values });
const dialog = page.getByRole('alertdialog');

it('lists what is out of the ordinary with why, by whom, and what was found out', async () => {
  keepRecords('unusual_act', [act(), row('unusual_act', 8, { kind: 'far_away', note: 'A birthday trip' })]);
  await openConsole('/others/unusual-act');
  await expect.element(page.getByText('Many by one name')).toBeVisible();
  await expect.element(page.getByText('Far from the member’s hotels')).toBeVisible();
  await expect.element(page.getByText('A birthday trip')).toBeVisible();
  await expectAccessible();
});

it('shows the user name of the one who looked into it', async () => {
  const looked_by = { id: 2, name: 'Made Wirawan', code: 'made.wirawan', username: 'made.wirawan' };
  keepRecords('unusual_act', [act({ note: 'A wedding party', looked_by_id: 2, looked_by })]);
  await openConsole('/others/unusual-act');
  await expect.element(page.getByRole('gridcell', { name: 'Made Wirawan · made.wirawan' })).toBeVisible();
  await openConsole('/others/unusual-act/7');
  await expect.element(page.getByText('Made Wirawan · made.wirawan')).toBeVisible();
});

it.each([
  ['en', 'Looked into…', 'What was found out', 'Write it down'],
  ['id', 'Sudah diperiksa…', 'Hasil pemeriksaan', 'Catat'],
] as const)('takes a note of what was found out, once: %s', async (language, open, field, write) => {
  keepRecords('unusual_act', [act()]);
  answer(CALL, () => {
    keepRecords('unusual_act', [act({ note: 'A wedding party', version: 2 })]);
    return HttpResponse.json({ data: act({ note: 'A wedding party', version: 2 }) });
  });
  await openConsole('/others/unusual-act/7', { language });
  await page.getByRole('button', { name: open }).click();
  await dialog.getByRole('textbox', { name: field }).fill('A wedding party');
  await expectAccessible();
  await dialog.getByRole('button', { name: write }).click();
  await expect.element(page.getByText('A wedding party')).toBeVisible();
  await expect.element(page.getByRole('button', { name: open })).not.toBeInTheDocument();
  expect((await sent(CALL)).body).toEqual({ note: 'A wedding party' });
});

it('says where somebody else looked into it first', async () => {
  keepRecords('unusual_act', [act()]);
  answer(CALL, () => refusal(409, 'settled', { message: 'This was looked into already.' }));
  await openConsole('/others/unusual-act/7');
  await page.getByRole('button', { name: 'Looked into…' }).click();
  await dialog.getByRole('textbox', { name: 'What was found out' }).fill('A wedding party');
  await dialog.getByRole('button', { name: 'Write it down' }).click();
  await expect.element(page.getByText('This was looked into already.')).toBeVisible();
});
