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
import { expectQuery, findRequests, waitForRequest } from '../../../testing/requests.ts';
import { stories } from './merge-page.stories.ts';

const MERGE_CALL = 'POST /api/member/5/merge';
const MERGE_PATH = '/company/member/5/merge';
const mergeButton = page.getByRole('button', { name: 'Merge into Bagus Santoso' });
const fieldChoice = (name: string) => page.getByRole('radiogroup', { name, exact: true });
const currentPath = () => router.state.location.href;

describe('merging two members', () => {
  testInEveryVariant(stories);

  test('suggests likely duplicates, with the reason', async () => {
    mockDuplicates();
    await openConsole(MERGE_PATH);
    const duplicateItem = page.getByRole('listitem').filter({ hasText: '#6' });
    await expect.element(duplicateItem).toMatchTextContent('Same phone');
    for (const field of ['email', 'phone_no'])
      expect(
        (await findRequests('GET /api/member/duplicates')).some(({ query }) => field in query),
        field,
      ).toBe(true);
    await page.getByRole('button', { name: 'Compare with Bagus S.' }).click();
    await expect.poll(currentPath).toBe(`${MERGE_PATH}?with=6`);
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
    await expect.poll(currentPath).toBe(`${MERGE_PATH}?with=6`);
  });

  test('fills in missing values automatically, and offers a choice for each conflicting field', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(fieldChoice('Hobby').getByRole('radio', { name: 'Berkebun' })).toBeChecked();
    await expect
      .element(fieldChoice('Email').getByRole('radio', { name: /^bagus@example.test ?, kept$/ }))
      .toBeChecked();
    const sameCount = Object.keys(mergeFields).length - 3;
    await expect.element(page.getByText(`${sameCount} other fields are the same or empty.`)).toBeVisible();
    await page.getByRole('radio', { name: /^b.santoso@example.test ?, merged$/ }).click();
    await mergeButton.click();
    await expect.element(page.getByRole('heading', { name: 'Members merged' })).toHaveFocus();
    const [dryRun, mergeRequest] = await findRequests(MERGE_CALL);
    expect(dryRun?.body).toEqual({ member_id: 6, dry_run: 1 } satisfies MergeInput);
    expect(mergeRequest?.body).toEqual({
      member_id: 6,
      fields: { last_name: 'retained', email: 'absorbed', hobby: 'absorbed' },
    } satisfies MergeInput);
    expect(mergeRequest?.headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('counts the records of each kind, before and after they move', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(page.getByText('You can undo the merge for 30 days.')).toBeVisible();
    const recordCounts = () =>
      page
        .getByRole('definition')
        .elements()
        .map((definition) => definition.textContent);
    await expect.poll(recordCounts).toEqual(['1', '3', '1', '2']);
    for (const name of ['Member card', 'Member vouchers', 'Transaction', 'Visits'])
      await expect.element(page.getByRole('term').filter({ hasText: name })).toBeVisible();
    await expect
      .element(page.getByText('Bagus S. (#6) will be deleted and linked to the member you keep.'))
      .toBeVisible();
    await mergeButton.click();
    await expect.element(page.getByText('Bagus S. (#6) was merged into Bagus Santoso.')).toBeVisible();
    await expect.poll(recordCounts).toEqual(['1', '3', '1', '2']);
    await expect
      .element(page.getByRole('link', { name: 'Open Bagus Santoso' }))
      .toHaveAttribute('href', '/company/member/5');
  });

  test('swaps the retained member, by keyboard alone', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    const swap = page.getByRole('button', { name: 'Swap' });
    await expect.element(swap).toBeVisible();
    swap.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe('/company/member/6/merge?with=5');
    const emailChoices = fieldChoice('Email').getByRole('radio');
    await expect.element(emailChoices.first()).toHaveAccessibleName(/^b.santoso@example.test ?, kept$/);
    emailChoices.first().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(fieldChoice('Email').getByRole('radio', { name: 'bagus@example.test' })).toBeChecked();
    const mergeButton = page.getByRole('button', { name: 'Merge into Bagus S.' });
    await expect.element(mergeButton).toBeEnabled();
    mergeButton.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Members merged' })).toHaveFocus();
    expect((await waitForRequest('POST /api/member/6/merge')).body).toMatchObject({
      member_id: 5,
      fields: { email: 'absorbed' },
    });
  });

  test('shows a rejection at its field until another value is chosen', async () => {
    mockDuplicates();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(mergeButton).toBeEnabled();
    mockResponse(MERGE_CALL, () => rejection(422, 'validation_failed', { errors: { email: ['taken'] } }));
    await mergeButton.click();
    await expect.element(page.getByText('Already in use.')).toBeVisible();
    await expect.element(fieldChoice('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await page.getByRole('radio', { name: 'b.santoso@example.test' }).click();
    await expect.element(page.getByText('Already in use.')).not.toBeInTheDocument();
  });

  const LABELS = {
    en: {
      merge: 'Merge into',
      doneHeading: 'Members merged',
      undo: 'Undo merge',
      undoneText: 'are separate members again',
    },
    id: {
      merge: 'Gabungkan ke',
      doneHeading: 'Anggota digabungkan',
      undo: 'Urungkan penggabungan',
      undoneText: 'kembali menjadi dua anggota',
    },
  } as const;
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`can be done and undone: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      mockDuplicates();
      await openConsole(`${MERGE_PATH}?with=6`, { language, theme });
      await page.getByRole('button', { name: labels.merge }).click();
      await expect.element(page.getByRole('heading', { name: labels.doneHeading })).toHaveFocus();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      mockResponse('POST /api/member/5/merge/3/undo', { data: {} });
      await page.getByRole('button', { name: labels.undo }).click();
      await expect.element(page.getByText(labels.undoneText)).toBeVisible();
      await expect.element(page.getByRole('button', { name: labels.merge })).toBeVisible();
      expect(await findRequests('POST /api/member/5/merge/3/undo')).toHaveLength(1);
    });
});
