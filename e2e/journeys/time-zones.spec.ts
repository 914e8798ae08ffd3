import { createMember, expect, test } from '../src/test.ts';

test.use({ timezoneId: 'America/New_York' });

test('a clerk in New York enters a time in the local zone, and sees it unchanged after a reload', async ({
  page,
  client,
}) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}?tab=data`);
  const day = page.locator('input[name=email_verified_at]');
  // In the night when daylight saving time starts, 2:00 does not exist, and 1:30 is still standard time.
  await day.fill('08 Mar 2026');
  await day.press('Tab');
  const time = page.getByRole('textbox', { name: 'Time', exact: true });
  await time.fill('0130');
  await time.press('Tab');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('No changes')).toBeVisible();
  const { data } = await client.get<{ data: { email_verified_at: string } }>(`/api/member/${member.id}`);
  expect(data.email_verified_at).toBe('2026-03-08 06:30:00');
  await page.reload();
  await expect(day).toHaveValue('08 Mar 2026');
  await expect(time).toHaveValue('01:30');
});
