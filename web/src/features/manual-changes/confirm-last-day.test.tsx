import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localDay } from '../../format/date.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => import('./confirm-last-day.ts'));

const confirmation = page.getByRole('dialog').or(page.getByRole('alertdialog'));
const RECORDS = [
  ['member_card', '/company/member-card/1', 'End date', 'end_date'],
  ['member_voucher', '/company/member-voucher/1', 'Valid until', 'valid_until_date'],
] as const;

describe.each(RECORDS)('the last day of a %s', (key, path, label, field) => {
  const save = () => page.getByRole('button', { name: 'Save' }).first().click();
  const enterDay = async (day: string) => {
    await page.getByRole('textbox', { name: label }).fill(day);
    await userEvent.keyboard('{Tab}');
  };

  test('is confirmed if it is today', async () => {
    setRecords(key, [row(key, 1, { [field]: '2099-05-22', locked_reason: null })]);
    await openConsole(path);
    await enterDay(localDay(new Date()));
    await save();
    await expect.element(confirmation).toMatchTextContent('The last day is today. Save?');
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    expect(await findRequests(`POST /api/${key}/1`)).toEqual([]);
    await save();
    await confirmation.getByRole('button', { name: 'Save' }).click();
    await waitForRequest(`POST /api/${key}/1`);
  });

  test('is saved without a question if it is another day', async () => {
    setRecords(key, [row(key, 1, { [field]: '2099-05-22', locked_reason: null })]);
    await openConsole(path);
    await enterDay('23 May 2099');
    await save();
    await waitForRequest(`POST /api/${key}/1`);
    await expect.element(confirmation).not.toBeInTheDocument();
  });
});
