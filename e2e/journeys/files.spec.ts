import type { APIRequestContext, Page } from '@playwright/test';
import { ACCOUNTS, type Client, type Session, expect, loadFirst, createTag, test } from '../src/test.ts';

/** The trace recorder fetches the preview of a selected picture, and the page's content security policy blocks that. */
const RECORDER_ERROR = /Connecting to 'blob:.* violates .*connect-src/;
test.use({ expectedErrors: [new RegExp(`status of 422|${RECORDER_ERROR.source}`)] });

/** A one-pixel picture. */
const PICTURE = {
  name: 'pool.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Creates a voucher with a picture, for this test only. */
async function createVoucher(
  request: APIRequestContext,
  client: Client,
  session: Session,
): Promise<{ id: number; name: string }> {
  const name = `Spa ${createTag()}`;
  const descriptionText = 'A treatment for two, by appointment.';
  const response = await request.post('/api/voucher', {
    headers: { authorization: `Bearer ${session.access_token}` },
    multipart: {
      name,
      name_id: `${name} (ID)`,
      description: descriptionText,
      description_id: descriptionText,
      terms_condition: descriptionText,
      terms_condition_id: descriptionText,
      type_voucher_id: (await loadFirst(client, '/api/option_detail/choices?slug=type-voucher')).id,
      membership_id: (await loadFirst(client, '/api/membership?per_page=1')).id,
      nominal: 100000,
      quantity: 1,
      is_restricted: 0,
      is_active: 1,
      file_url: PICTURE,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { data } = (await response.json()) as { data: { id: number } };
  return { id: data.id, name };
}

const rowByText = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const expectImageLoaded = (page: Page, name: string) =>
  expect
    .poll(() =>
      page
        .getByRole('link', { name })
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);

test('a voucher gets a new picture after an invalid file, and the list opens it enlarged', async ({
  page,
  request,
  client,
  getSession,
}) => {
  const { id, name } = await createVoucher(request, client, await getSession(ACCOUNTS.administrator));
  const readFileUrl = async () =>
    (await client.get<{ data: { file_url: string } }>(`/api/voucher/${id}`)).data.file_url;
  const previousUrl = await readFileUrl();
  await page.goto(`/system/voucher/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expectImageLoaded(page, 'Enlarge: Picture');
  const fileInput = page.locator('input[type=file]');
  await fileInput.setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg onload="alert(1)"/>') });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Unreadable image/)).toBeVisible();
  await fileInput.setInputFiles({ ...PICTURE, name: 'terrace.png' });
  await expect(page.getByText('terrace.png')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await readFileUrl()).split('?')[0]).not.toBe(previousUrl.split('?')[0]);

  await page.goto(`/system/voucher?search=${encodeURIComponent(name)}`);
  await expect(rowByText(page, name)).toHaveCount(1);
  await expectImageLoaded(page, 'Enlarge: Picture');
  await page.getByRole('link', { name: 'Enlarge: Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect
    .poll(() => dialog.getByRole('img', { name: 'Picture' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^\/storage\//);
});
