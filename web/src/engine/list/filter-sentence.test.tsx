import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery } from '../../testing/requests.ts';

const QUERY = 'filter[first_name][contains]';
const address = () => decodeURIComponent(router.state.location.searchStr);
const sentence = (text: string) => page.getByRole('list', { name: /Active filters|Filter aktif/ }).getByText(text);

describe('a filter', () => {
  it('is shown as a sentence, stored in the address and sent to the server', async () => {
    await openConsole('/company/member');
    await page.getByRole('textbox', { name: 'Filter First name: contains' }).fill('zulkarnainsyah');
    await expect.element(sentence('First name contains zulkarnainsyah')).toBeVisible();
    await expect.poll(address).toContain(`${QUERY}=zulkarnainsyah`);
    await expectQuery('GET /api/member').toMatchObject({ [QUERY]: 'zulkarnainsyah' });
  });

  it.each([
    ['en', 'First name contains zulkarnainsyah', 'Remove filter: First name contains zulkarnainsyah'],
    ['id', 'Nama depan memuat zulkarnainsyah', 'Hapus filter: Nama depan memuat zulkarnainsyah'],
  ] as const)(
    'is applied initially if it is in the address, and removed by its cross: %s',
    async (language, text, remove) => {
      await openConsole(`/company/member?${QUERY}=zulkarnainsyah`, { language });
      await expect.element(sentence(text)).toBeVisible();
      await expectQuery('GET /api/member').toMatchObject({ [QUERY]: 'zulkarnainsyah' });
      await page.getByRole('button', { name: remove }).click();
      await expect.element(sentence(text)).not.toBeInTheDocument();
      await expect.poll(address).not.toContain(QUERY);
      await expectQuery('GET /api/member').not.toHaveProperty([QUERY]);
    },
  );
});
