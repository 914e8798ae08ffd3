import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

test('a user who may only change records finds one by name, by keyboard', async () => {
  setRecords('voucher', [row('voucher', 4, { name: 'Free night' }), row('voucher', 5, { name: 'Birthday cake' })]);
  await openConsole('/system/voucher/find', { user: { roles: ['UPDATE_VOUCHER'] } });
  await expect.element(page.getByRole('combobox', { name: 'Open voucher' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('cake');
  await expect.element(page.getByRole('option')).toMatchTextContent('Birthday cake');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Birthday cake', level: 1 })).toBeVisible();
  expect(location.pathname).toBe('/system/voucher/5');
  expect(await findRequests('GET /api/voucher')).toEqual([]);
});
