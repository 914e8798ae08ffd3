import type { APIRequestContext, Page } from '@playwright/test';
import { ACCOUNTS, type Client, type Session, expect, firstOf, tag, test } from '../src/test.ts';

/** The recorder of traces fetches the preview of a chosen picture, which the page itself never does. */
const RECORDER = /Connecting to 'blob:.* violates .*connect-src/;
test.use({ expectedErrors: [new RegExp(`status of 422|${RECORDER.source}`)] });

/** A picture of one pixel. */
const PICTURE = {
  name: 'pool.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** A voucher of the test's own, with a picture. */
async function createVoucher(
  request: APIRequestContext,
  client: Client,
  session: Session,
): Promise<{ id: number; name: string }> {
  const name = `Spa ${tag()}`;
  const text = 'A treatment for two, by appointment.';
  const answer = await request.post('/api/voucher', {
    headers: { authorization: `Bearer ${session.access_token}` },
    multipart: {
      name,
      name_id: `${name} (ID)`,
      description: text,
      description_id: text,
      terms_condition: text,
      terms_condition_id: text,
      type_voucher_id: (await firstOf(client, '/api/option_detail/choices?slug=type-voucher')).id,
      membership_id: (await firstOf(client, '/api/membership?per_page=1')).id,
      nominal: 100000,
      quantity: 1,
      is_restricted: 0,
      is_active: 1,
      file_url: PICTURE,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { data } = (await answer.json()) as { data: { id: number } };
  return { id: data.id, name };
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const isDrawn = (page: Page, name: string) =>
  expect
    .poll(() =>
      page
        .getByRole('link', { name })
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);

test('a voucher gets a new picture, which is none at first, and is seen large from the list', async ({
  page,
  request,
  client,
  sessionOf,
}) => {
  const { id, name } = await createVoucher(request, client, await sessionOf(ACCOUNTS.administrator));
  const addressOf = async () => (await client.get<{ data: { file_url: string } }>(`/api/voucher/${id}`)).data.file_url;
  const before = await addressOf();
  await page.goto(`/system/voucher/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await isDrawn(page, 'Show large: Picture');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg onload="alert(1)"/>') });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/This is no picture that can be read/)).toBeVisible();
  await file.setInputFiles({ ...PICTURE, name: 'terrace.png' });
  await expect(page.getByText('terrace.png')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await addressOf()).split('?')[0]).not.toBe(before.split('?')[0]);

  await page.goto(`/system/voucher?search=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toHaveCount(1);
  await isDrawn(page, 'Show large: Picture');
  await page.getByRole('link', { name: 'Show large: Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect
    .poll(() => dialog.getByRole('img', { name: 'Picture' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^\/storage\//);
});
