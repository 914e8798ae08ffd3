import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockMember } from '../../testing/member-overview.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';
import { mockNewMember } from '../../testing/new-member.ts';
import { markDeleted, row } from '../../testing/rows.ts';
import { getPart } from '../../testing/shell-parts.ts';

const PHONE_VARIANTS = [
  {
    language: 'en',
    theme: 'light',
    listName: 'Members',
    menuLabel: 'Open navigation',
    searchLabel: 'Search this list',
  },
  { language: 'id', theme: 'dark', listName: 'Anggota', menuLabel: 'Buka navigasi', searchLabel: 'Cari di daftar ini' },
] as const;

const cardsOf = (listName: string) => page.getByRole('list', { name: listName, exact: true }).getByRole('listitem');
const expectPhoneWidth = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
const expectNewButtonBesideTitle = (listName: string) => {
  const title = page.getByRole('heading', { level: 1, name: listName }).element().getBoundingClientRect();
  const button = page
    .getByRole('button', { name: /^(?:New|Tambah) / })
    .element()
    .getBoundingClientRect();
  expect(button.top).toBeLessThan(title.bottom);
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(36);
};

beforeEach(() => page.viewport(390, 844));

describe('list on a phone', () => {
  for (const { listName, menuLabel, searchLabel, ...variant } of PHONE_VARIANTS)
    test(`opens from the menu, and a card opens its record (${variant.language}, ${variant.theme})`, async () => {
      await openConsole('/dashboard', variant);
      await page.getByRole('button', { name: menuLabel }).click();
      const drawer = page.getByRole('dialog');
      await expect.element(drawer).toBeVisible();
      await expectAccessible();
      await drawer.getByRole('link', { name: listName, exact: true }).click();
      await expect.element(drawer).not.toBeInTheDocument();
      await expect.poll(() => cardsOf(listName).elements().length).toBe(3);
      expectNewButtonBesideTitle(listName);
      await expectAccessible();
      await page.getByRole('searchbox', { name: searchLabel }).fill('Wulan');
      await expectQuery('GET /api/member').toMatchObject({ search: 'Wulan' });
      mockNewMember();
      expectPhoneWidth();
      await cardsOf(listName).getByText('First name 2').click();
      await expect.poll(() => location.pathname).toBe('/company/member/2');
      await expect.element(page.getByRole('heading', { level: 1, name: 'First name 2 Last name 2' })).toBeVisible();
      expectPhoneWidth();
    });

  test('selects a card on a long press instead of opening it', async () => {
    await openConsole('/system/region');
    const card = cardsOf('Regions').getByRole('link').first();
    await expect.element(card).toBeVisible();
    card.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await expect.element(page.getByRole('region', { name: 'Selected records' })).toMatchTextContent('1 selected');
    card.element().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    expect(location.pathname).toBe('/system/region');
    await expectAccessible();
    expectPhoneWidth();
  });

  test('marks a deleted card', async () => {
    setRecords('region', [markDeleted(row('region', 1))]);
    await openConsole('/system/region?deleted=1');
    await expect.element(cardsOf('Regions').getByText('Deleted', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Trash', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });
});

test('an embedded list fits the smallest phones with its tools', async () => {
  await page.viewport(320, 700);
  mockMember();
  await openConsole('/company/member/5?tab=visit.member_id');
  await expect.element(page.getByRole('button', { name: 'New visit' })).toBeVisible();
  const scroller = getPart('scroller');
  expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth);
});
