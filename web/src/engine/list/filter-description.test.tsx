import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery } from '../../testing/requests.ts';

const FILTER_PARAMETER = 'filter[first_name][contains]';
const getAddress = () => decodeURIComponent(router.state.location.searchStr);
const activeFilter = (text: string) => page.getByRole('list', { name: /Active filters|Filter aktif/ }).getByText(text);

describe('a filter', () => {
  it('is shown as a sentence, stored in the address and sent to the server', async () => {
    await openConsole('/company/member');
    await page.getByRole('textbox', { name: 'Filter First name: contains' }).fill('zulkarnainsyah');
    await expect.element(activeFilter('First name contains zulkarnainsyah')).toBeVisible();
    await expect.poll(getAddress).toContain(`${FILTER_PARAMETER}=zulkarnainsyah`);
    await expectQuery('GET /api/member').toMatchObject({ [FILTER_PARAMETER]: 'zulkarnainsyah' });
  });

  it.each([
    ['en', 'First name contains zulkarnainsyah', 'Remove filter: First name contains zulkarnainsyah'],
    ['id', 'Nama depan memuat zulkarnainsyah', 'Hapus filter: Nama depan memuat zulkarnainsyah'],
  ] as const)(
    'is applied initially if it is in the address, and removed by its cross: %s',
    async (language, text, removeLabel) => {
      await openConsole(`/company/member?${FILTER_PARAMETER}=zulkarnainsyah`, { language });
      await expect.element(activeFilter(text)).toBeVisible();
      await expectQuery('GET /api/member').toMatchObject({ [FILTER_PARAMETER]: 'zulkarnainsyah' });
      await page.getByRole('button', { name: removeLabel }).click();
      await expect.element(activeFilter(text)).not.toBeInTheDocument();
      await expect.poll(getAddress).not.toContain(FILTER_PARAMETER);
      await expectQuery('GET /api/member').not.toHaveProperty([FILTER_PARAMETER]);
    },
  );
});
