import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { ACCOUNTS, type Client, createMember, expect, firstOf, tag, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const BOX = /^(Name, card, voucher, phone or email|Nama, kartu, voucher, telepon, surel)$/;
const box = (page: Page) => page.getByRole('textbox', { name: BOX });
const hits = (page: Page) => page.getByRole('main').getByRole('listitem');

interface Card {
  readonly id: number;
  readonly sbec_no: string;
}

/** A member with a card that is good for years, and what stands on it. */
async function createHolder(client: Client, fields: Record<string, unknown> = {}) {
  const member = await createMember(client, fields);
  const { id: hotel_id } = await firstOf(client, '/api/hotel?per_page=1');
  const { id: membership_id } = await firstOf(client, '/api/membership?per_page=1&filter[is_regional][eq]=0');
  const { data: card } = await client.post<{ data: Card }>('/api/member_card', {
    member_id: member.id,
    membership_id,
    hotel_id: fields.hotel_id ?? hotel_id,
    start_date: '2020-01-01',
    end_date: '2039-12-31',
    is_active: 1,
  });
  return { member, card };
}

async function createVoucher(client: Client, card: Card) {
  const kind = await firstOf<{ id: number; name: string; name_id: string }>(
    client,
    '/api/voucher?per_page=1&filter[is_active][eq]=1',
  );
  const { data } = await client.post<{ data: { id: number; voucher_no: string } }>('/api/member_voucher', {
    member_card_id: card.id,
    voucher_id: kind.id,
    redeem_date: '2020-01-01',
    valid_until_date: '2039-12-31',
  });
  return { ...data, name: { en: kind.name, id: kind.name_id } };
}

for (const { look, words } of [
  {
    look: { language: 'en', theme: 'light' },
    words: {
      title: 'Search',
      members: 'Members',
      vouchers: 'Vouchers',
      redeem: 'Redeem',
      renew: 'Renew',
      visit: 'Post a visit',
      nobody: 'Nobody is found by',
      sell: 'Sell a membership to a new guest',
      begin: 'Find a guest or a voucher',
    },
  },
  {
    look: { language: 'id', theme: 'dark' },
    words: {
      title: 'Cari',
      members: 'Anggota',
      vouchers: 'Voucher',
      redeem: 'Tukar voucher',
      renew: 'Perpanjang',
      visit: 'Catat kunjungan',
      nobody: 'Tidak ada yang ditemukan',
      sell: 'Jual keanggotaan kepada tamu baru',
      begin: 'Cari tamu atau voucher',
    },
  },
] as const) {
  test.describe(look.language, () => {
    test.use({ look });

    test('a guest is found while one types, by a mistyped name too, and every hit says what can be done', async ({
      page,
      client,
    }) => {
      const { member, card } = await createHolder(client, { last_name: 'Kusumawardhani' });
      const name = `${member.first_name} Kusumawardhani`;
      await page.goto('/company/dashboard');
      await page.getByRole('navigation').getByRole('link', { name: words.title, exact: true }).first().click();
      await expect(page).toHaveURL(/\/company\/search$/);
      await expect(page.getByText(words.begin)).toBeVisible();
      await expectAccessible(page);
      await expect(box(page)).toBeFocused();
      await page.keyboard.type(`Kusumawardani ${member.first_name}`);
      await expect(hits(page)).toHaveCount(1);
      const hit = hits(page).first();
      await expect(hit).toContainText(name);
      await expect(hit).toContainText(card.sbec_no.replaceAll(/(\d{4})(?!$)/g, '$1 '));
      await expect(hit.locator('mark')).toHaveText([member.first_name]);
      await expect(page.getByRole('region', { name: words.members, exact: true })).toBeVisible();
      await expectAccessible(page);
      await expect(page).toHaveURL(/q=Kusumawardani/);
      await page.reload();
      await expect(hits(page)).toHaveCount(1);
      for (const [action, path] of [
        [words.redeem, `/finance/voucher-redeem/wizard/${member.id}`],
        [words.renew, `/finance/transaction/wizard?member_id=${member.id}`],
        [words.visit, `/finance/visit/new?member_id=${member.id}`],
      ] as const)
        await expect(hit.getByRole('link', { name: `${action}: ${name}` })).toHaveAttribute('href', path);
    });

    test('a voucher is found by its number as it is read out, with whose it is', async ({ page, client }) => {
      const { member, card } = await createHolder(client);
      const voucher = await createVoucher(client, card);
      const read = voucher.voucher_no
        .toLowerCase()
        .replaceAll('0', 'o')
        .replaceAll(/(.{4})(?!$)/g, '$1 ');
      await page.goto(`/company/search?q=${encodeURIComponent(read)}`);
      const group = page.getByRole('region', { name: words.vouchers, exact: true });
      await expect(group.getByRole('listitem')).toContainText([voucher.voucher_no]);
      await expect(group.getByRole('listitem')).toContainText([member.first_name]);
      await expect(
        group.getByRole('link', { name: `${words.redeem}: ${voucher.name[look.language]}` }),
      ).toHaveAttribute('href', `/finance/voucher-redeem/wizard/${member.id}/${voucher.id}`);
      await expect(page.getByRole('region', { name: words.members, exact: true })).toContainText(member.first_name);
      await expectAccessible(page);
    });

    test('whoever is not found can be sold a membership, with what was typed', async ({ page }) => {
      await page.goto('/company/search?q=Zzyzzx%20Qqrst');
      await expect(page.getByText(words.nobody)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: words.sell }).click();
      await expect(page).toHaveURL(/\/finance\/transaction\/wizard\?q=Zzyzzx/);
    });
  });
}

test('the keyboard is enough: arrows walk through the hits, Enter opens, Escape goes back to the box', async ({
  page,
  client,
}) => {
  const last_name = `Papan${tag()}`;
  const { member } = await createHolder(client, { last_name });
  const other = await createMember(client, { last_name });
  await page.goto('/company/search');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(last_name);
  await expect(hits(page)).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `${other.first_name} ${last_name}`, exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `${member.first_name} ${last_name}`, exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Redeem: / }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await page.keyboard.type(member.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
});

test.describe('at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('a guest of another hotel is found by an exact number alone, told as such, and can only be redeemed for', async ({
    page,
    client,
    request,
    sessionOf,
  }) => {
    const { access_token } = await sessionOf(ACCOUNTS.frontDesk);
    const mine = (await (
      await request.get('/api/hotel', { headers: { authorization: `Bearer ${access_token}` } })
    ).json()) as { data: { id: number }[] };
    const ids = new Set(mine.data.map(({ id }) => id));
    const { data: all } = await client.get<{ data: { id: number; name: string }[] }>('/api/hotel?per_page=100');
    const theirs = all.find(({ id }) => !ids.has(id));
    const { member, card } = await createHolder(client, { last_name: 'Tetangga', hotel_id: theirs?.id });
    await page.goto(`/company/search?q=${member.first_name}`);
    await expect(page.getByText('Nobody is found by')).toBeVisible();
    await box(page).fill(card.sbec_no);
    await expect(hits(page)).toContainText([`Guest of another hotel: ${theirs?.name}`]);
    await expect(hits(page)).not.toContainText([member.email]);
    await expect(hits(page).getByRole('link')).toHaveText([`${member.first_name} Tetangga`, 'Redeem']);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}$`));
    await page.goto(`/company/search/v1?q=${card.sbec_no}`);
    await expect(page.getByRole('cell', { name: `${theirs?.name} (another hotel)` })).toBeVisible();
  });
});

test('the simple search is one box and a table', async ({ page, client }) => {
  const { member, card } = await createHolder(client, { last_name: 'Sederhana' });
  await page.goto('/company/search/v1');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('sederhana');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\/search\/v1\?q=sederhana$/);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Card',
    'Membership',
    'Standing',
    'Hotel',
    'Phone',
    'Email',
  ]);
  await expect(page.getByRole('row').nth(1)).toContainText(`${member.first_name} Sederhana`);
  await expect(page.getByRole('row').nth(1)).toContainText(card.sbec_no);
  await expectAccessible(page);
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('zzyzzx');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results..')).toBeVisible();
  await page.goBack();
  await expect(box(page)).toHaveValue('sederhana');
  await page.getByRole('link', { name: `${member.first_name} Sederhana` }).click();
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
});

test('an earlier answer stays in sight until the next one is there, and Enter waits for it', async ({
  page,
  client,
}) => {
  const first = await createMember(client, { last_name: 'Sabarsatu' });
  const second = await createMember(client, { last_name: 'Sabardua' });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/search?q=sabardua', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/company/search?q=sabarsatu');
  await expect(hits(page)).toContainText([first.first_name]);
  const asked = page.waitForRequest('**/api/search?q=sabardua');
  await box(page).fill('sabardua');
  await page.keyboard.press('Enter');
  await asked;
  await expect(hits(page)).toContainText([first.first_name]);
  release();
  await expect(page).toHaveURL(new RegExp(`/company/member/${second.id}$`));
});

test.describe('when the search fails', () => {
  test.use({ expectedErrors: [/api\/search/] });

  test('it is said, and tried again', async ({ page, client }) => {
    const member = await createMember(client, { last_name: 'Gagalcari' });
    let fails = true;
    await page.route('**/api/search?*', (route) =>
      fails
        ? route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Something went wrong.' } })
        : route.continue(),
    );
    await page.goto('/company/search?q=gagalcari');
    await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(hits(page)).toContainText([member.first_name]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a guest is found and everything is under the thumb', async ({ page, client }) => {
    const { member } = await createHolder(client, { last_name: 'Genggam' });
    await page.goto('/company/search');
    await box(page).fill('genggam');
    const hit = hits(page).filter({ hasText: member.first_name });
    await expect(hit).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const link of await hit.getByRole('link', { name: /: / }).all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    await page.getByRole('button', { name: 'Clear' }).tap();
    await expect(box(page)).toHaveValue('');
    await page.goto('/company/search/v1?q=genggam');
    await expect(page.getByRole('cell').first()).toBeVisible();
    await expectAccessible(page);
  });
});
