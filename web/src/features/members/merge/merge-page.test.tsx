import { mergeFields } from '@innkeeper/contract';
import type { MergeInput } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { PAGE_VARIANTS, testInEveryVariant } from '../../../testing/variants.ts';
import { mockDuplicates } from '../../../testing/member-merge.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../../testing/mock-server.ts';
import { expectQuery, requests, sent } from '../../../testing/requests.ts';
import { stories } from './merge-page.stories.ts';

const CALL = 'POST /api/member/5/merge';
const MERGE_PATH = '/company/member/5/merge';
const merge = page.getByRole('button', { name: 'Merge into Bagus Santoso' });
const choice = (name: string) => page.getByRole('radiogroup', { name, exact: true });
const address = () => router.state.location.href;

describe('merging two members', () => {
  testInEveryVariant(stories);

  test('suggests likely duplicates, with the reason', async () => {
    mockDuplicates();
    await openConsole(MERGE_PATH);
    const duplicate = page.getByRole('listitem').filter({ hasText: '#6' });
    await expect.element(duplicate).toMatchTextContent('Same phone');
    for (const field of ['email', 'phone_no'])
      expect(
        (await requests('GET /api/member/duplicates')).some(({ query }) => field in query),
        field,
      ).toBe(true);
    await page.getByRole('button', { name: 'Compare with Bagus S.' }).click();
    await expect.poll(address).toBe(`${MERGE_PATH}?with=6`);
  });

  test('accepts any other member found by search', async () => {
    mockDuplicates();
    mockResponse('GET /api/member/duplicates', { data: [] });
    await openConsole(MERGE_PATH);
    await expect
      .element(page.getByText('No other member shares the email, phone or identity number of Bagus'))
      .toBeVisible();
    await page.getByRole('combobox', { name: 'Another member' }).fill('Bagus');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await expectQuery('GET /api/member/choices').toMatchObject({ search: 'Bagus' });
    await page.getByRole('option', { name: 'Bagus S.' }).click();
    await expect.poll(address).toBe(`${MERGE_PATH}?with=6`);
  });

  test('fills in missing values automatically, and offers a choice for each conflicting field', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(choice('Hobby').getByRole('radio', { name: 'Berkebun' })).toBeChecked();
    await expect.element(choice('Email').getByRole('radio', { name: /^bagus@example.test ?, kept$/ })).toBeChecked();
    const same = Object.keys(mergeFields).length - 3;
    await expect.element(page.getByText(`${same} other fields are the same or empty.`)).toBeVisible();
    await page.getByRole('radio', { name: /^b.santoso@example.test ?, merged$/ }).click();
    await merge.click();
    await expect.element(page.getByRole('heading', { name: 'Members merged' })).toHaveFocus();
    const [dry, applied] = await requests(CALL);
    expect(dry?.body).toEqual({ member_id: 6, dry_run: 1 } satisfies MergeInput);
    expect(applied?.body).toEqual({
      member_id: 6,
      fields: { last_name: 'retained', email: 'absorbed', hobby: 'absorbed' },
    } satisfies MergeInput);
    expect(applied?.headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('counts the records of each kind, before and after they move', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(page.getByText('You can undo the merge for 30 days.')).toBeVisible();
    const counts = () =>
      page
        .getByRole('definition')
        .elements()
        .map((one) => one.textContent);
    await expect.poll(counts).toEqual(['1', '3', '1', '2']);
    for (const name of ['Member card', 'Member vouchers', 'Transaction', 'Visits'])
      await expect.element(page.getByRole('term').filter({ hasText: name })).toBeVisible();
    await expect
      .element(page.getByText('Bagus S. (#6) will be deleted and linked to the member you keep.'))
      .toBeVisible();
    await merge.click();
    await expect.element(page.getByText('Bagus S. (#6) was merged into Bagus Santoso.')).toBeVisible();
    await expect.poll(counts).toEqual(['1', '3', '1', '2']);
    await expect
      .element(page.getByRole('link', { name: 'Open Bagus Santoso' }))
      .toHaveAttribute('href', '/company/member/5');
  });

  test('swaps the surviving member, by keyboard only', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    const swap = page.getByRole('button', { name: 'Swap' });
    await expect.element(swap).toBeVisible();
    swap.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/company/member/6/merge?with=5');
    const emails = choice('Email').getByRole('radio');
    await expect.element(emails.first()).toHaveAccessibleName(/^b.santoso@example.test ?, kept$/);
    emails.first().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(choice('Email').getByRole('radio', { name: 'bagus@example.test' })).toBeChecked();
    const into = page.getByRole('button', { name: 'Merge into Bagus S.' });
    await expect.element(into).toBeEnabled();
    into.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Members merged' })).toHaveFocus();
    expect((await sent('POST /api/member/6/merge')).body).toMatchObject({
      member_id: 5,
      fields: { email: 'absorbed' },
    });
  });

  test('shows a rejection at its field until another value is chosen', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(merge).toBeEnabled();
    mockResponse(CALL, () => rejection(422, 'validation_failed', { errors: { email: ['taken'] } }));
    await merge.click();
    await expect.element(page.getByText('Already in use.')).toBeVisible();
    await expect.element(choice('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await page.getByRole('radio', { name: 'b.santoso@example.test' }).click();
    await expect.element(page.getByText('Already in use.')).not.toBeInTheDocument();
  });

  const LABELS = {
    en: {
      merge: 'Merge into',
      done: 'Members merged',
      undo: 'Undo merge',
      two: 'are separate members again',
    },
    id: {
      merge: 'Gabungkan ke',
      done: 'Anggota digabungkan',
      undo: 'Urungkan penggabungan',
      two: 'kembali menjadi dua anggota',
    },
  } as const;
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`can be done and undone: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      mockDuplicates();
      await openConsole(`${MERGE_PATH}?with=6`, { language, theme });
      await page.getByRole('button', { name: labels.merge }).click();
      await expect.element(page.getByRole('heading', { name: labels.done })).toHaveFocus();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      mockResponse('POST /api/member/5/merge/3/undo', { data: {} });
      await page.getByRole('button', { name: labels.undo }).click();
      await expect.element(page.getByText(labels.two)).toBeVisible();
      await expect.element(page.getByRole('button', { name: labels.merge })).toBeVisible();
      expect(await requests('POST /api/member/5/merge/3/undo')).toHaveLength(1);
    });
});
