import type { APIRequestContext, Page } from '@playwright/test';
import { ACCOUNTS, type Client, type Session, expect, firstOf, tag, test } from '../src/test.ts';

/** The recorder of traces fetches the preview of a chosen picture, which the page itself never does. */
const RECORDER = /Connecting to 'blob:.* violates .*connect-src/;
test.use({ expectedErrors: [RECORDER] });

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

test('a picture stands small in its list and beside it, and opens large', async ({
  page,
  request,
  client,
  sessionOf,
}) => {
  const { name } = await createVoucher(request, client, await sessionOf(ACCOUNTS.administrator));
  await page.goto(`/system/voucher?search=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toHaveCount(1);
  await isDrawn(page, 'Show large: Picture');
  await page.getByRole('link', { name: 'Show large: Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog.getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^\/storage\//);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/system\/voucher\?/);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: name }).locator('img')).toBeVisible();
});

test('a picture is chosen, shown before it is sent, and kept', async ({ page, request, client, sessionOf }) => {
  const { id, name } = await createVoucher(request, client, await sessionOf(ACCOUNTS.administrator));
  const addressOf = async () => (await client.get<{ data: { file_url: string } }>(`/api/voucher/${id}`)).data.file_url;
  const before = await addressOf();
  await page.goto(`/system/voucher/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await isDrawn(page, 'Show large: Picture');
  await page.locator('input[type=file]').setInputFiles({ ...PICTURE, name: 'terrace.png' });
  await expect(page.getByText('terrace.png')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Stored')).toBeVisible();
  expect((await addressOf()).split('?')[0]).not.toBe(before.split('?')[0]);
});

test.describe('a file that is no picture', () => {
  // Two entries would be read as a value and its options.
  test.use({ expectedErrors: [new RegExp(`422|${RECORDER.source}`)] });

  test('is refused at its field', async ({ page, request, client, sessionOf }) => {
    const { id } = await createVoucher(request, client, await sessionOf(ACCOUNTS.administrator));
    await page.goto(`/system/voucher/${id}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg onload="alert(1)"/>') });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/This is no picture that can be read/)).toBeVisible();
  });
});

test.describe('a text of the editor', () => {
  // The browser says of each handler in it that it would not have run.
  test.use({ expectedErrors: [/inline event handler/] });

  test('is shown laid out, and nothing in it runs', async ({ page, client }) => {
    const { id } = await firstOf(client, '/api/mail_params?per_page=1');
    const hostile =
      '<p style="text-align:center;">In the <strong>middle</strong></p><p style="position:fixed;inset:0">over</p>' +
      '<img src="x" onerror="document.title=1"><a href="javascript:alert(1)">link</a><script>document.title=2</script>' +
      '<form action="/x"><input name="p"></form>';
    // What the server would never answer: the console trusts it no further than it must.
    await page.route(`**/api/mail_params/${id}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      const editor = { id: 7, name: 'Editor', code: '7' };
      const data = { ...body.data, default_value: hostile, type_input: editor, deleted_at: '2026-01-01 00:00:00' };
      await route.fulfill({ response: answer, json: { ...body, data } });
    });
    const errors: string[] = [];
    page.on('dialog', (dialog) => errors.push(dialog.message()));
    await page.goto(`/system/mail-params/${id}`);
    const shown = page.locator('dd .rich-text');
    await expect(shown.getByText('middle')).toBeVisible();
    expect(await shown.locator('p').first().getAttribute('style')).toMatch(/^text-align: ?center;$/);
    expect(await shown.locator('p').nth(1).getAttribute('style')).toBeNull();
    for (const gone of ['script', 'form', 'input', '[onerror]', 'a[href^=javascript]'])
      await expect(shown.locator(gone)).toHaveCount(0);
    expect(errors).toEqual([]);
  });
});
