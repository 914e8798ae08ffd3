import { VERBS } from '@innkeeper/contract';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const MODULES = [
  { id: 1, name: 'Member', key: 'MEMBER', group: { id: 1, name: 'Company' } },
  { id: 2, name: 'User', key: 'USERS', group: { id: 2, name: 'Others' } },
];
const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true });

beforeEach(() => {
  setRecords(
    'roles',
    MODULES.flatMap(({ key, ...module }, moduleIndex) =>
      VERBS.map((verb, verbIndex) =>
        row('roles', moduleIndex * 4 + verbIndex + 1, { name: `${verb}_${key}`, module_id: module.id, module }),
      ),
    ),
  );
  setRecords('integration', [row('integration', 1, { name: 'Data warehouse', rolesId: [1], hotelsId: [] })]);
});

test('an integration gets rights in the table of role groups, which has only those that it can have', async () => {
  await openConsole('/system/integration');
  await page.getByRole('link', { name: 'Data warehouse' }).click();
  await expect.element(page.getByText('1 of 2 rights')).toBeVisible();
  await expect.element(checkbox('Member: View')).toBeChecked();
  await expect.element(checkbox('Member: Edit')).not.toBeInTheDocument();
  await expect.element(checkbox('User: View')).not.toBeInTheDocument();
  await expectAccessible();
  await checkbox('Member: Create').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  expect((await waitForRequest('POST /api/integration/1')).body).toMatchObject({
    'rolesId[]': expect.arrayContaining(['1', '2']) as unknown,
  });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the rights of an integration fit a phone, in Indonesian', async () => {
  await page.viewport(390, 844);
  await openConsole('/system/integration', { language: 'id', theme: 'dark' });
  await page.getByRole('link', { name: 'Data warehouse' }).click();
  await expect.element(checkbox('Anggota: Lihat')).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
