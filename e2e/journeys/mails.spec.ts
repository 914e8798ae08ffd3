import { redeemFirstVoucher, sellGoldMembership } from '../src/gold-members.ts';
import { waitForMails } from '../src/mailbox.ts';
import { type Client, createMember, expect, loadFirst, test } from '../src/test.ts';

interface MailLanguage {
  readonly id: number;
  readonly is_reserved: number;
  readonly mail_template: { readonly name: string };
}
const findLanguageId = async (client: Client, template: string): Promise<number> => {
  const { data } = await client.get<{ data: readonly MailLanguage[] }>('/api/mail_language?per_page=500');
  return data.find((language) => language.mail_template.name === template && language.is_reserved === 1)?.id ?? 0;
};

test.describe('a birthday mail', () => {
  // A test mail belongs to no event, so it cannot be sent again: 409.
  test.use({ expectedErrors: [/status of 409/] });

  test('is previewed for a guest in light and dark mode, sent as a test, and cannot be resent', async ({
    page,
    client,
    openSignedIn,
    user,
  }) => {
    const member = await createMember(client);
    await openSignedIn(`/system/mail-language/${await findLanguageId(client, 'Birthday')}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByRole('combobox', { name: 'Member' }).fill(member.first_name);
    await page.getByRole('option', { name: new RegExp(member.first_name) }).click();
    await expect(dialog.getByText(`Happy birthday, ${member.first_name}`)).toBeVisible();
    const mailFrame = page.frameLocator('iframe[title="Email"]');
    await expect(mailFrame.getByText(`Dear ${member.first_name} Percobaan,`)).toBeVisible();
    const readBackground = () =>
      mailFrame.locator('.sheet').evaluate((sheet) => getComputedStyle(sheet).backgroundColor);
    expect(await readBackground()).toBe('rgb(255, 255, 255)');
    await dialog.getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(readBackground).toBe('rgb(31, 33, 37)');
    await dialog.getByRole('radio', { name: 'Plain text' }).click();
    await expect(dialog.getByText('wish you a happy birthday and a good year.')).toBeVisible();

    await dialog.getByRole('button', { name: 'Send me a test' }).click();
    const { email } = await loadFirst<{ email: string }>(client, `/api/users?filter[username][exact]=${user.username}`);
    await expect(page.getByText(`Email is being sent to ${email}.`)).toBeVisible();
    await waitForMails(email);
    const { id } = await loadFirst(client, `/api/mail_log?filter[recipient][exact]=${email}`);
    await page.goto(`/system/mail-log/${id}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Its details were not stored', { exact: false })).toBeVisible();
  });
});

test('a mail is resent from the log', async ({ page, client }) => {
  const sale = await sellGoldMembership(client);
  await redeemFirstVoucher(client, sale);
  const { email } = sale.member;
  await waitForMails(email);
  const loadMail = () => loadFirst(client, `/api/mail_log?filter[recipient][exact]=${email}`);
  await page.goto(`/system/mail-log/${(await loadMail()).id}`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`Email to ${email} is being sent again.`)).toBeVisible();
  await waitForMails(email, 2);
  await page.reload();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
});
