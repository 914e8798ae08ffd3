import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

test('arrow keys move the focus between tabs, past the last to the first, and Enter opens one', async () => {
  await openConsole('/system/region/1');
  await expect.element(tab('Data')).toHaveAttribute('aria-selected', 'true');
  tab('Data').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('History')).toHaveFocus();
  await expect.element(tab('Data')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(tab('History')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name: 'History' })).toBeVisible();
  await userEvent.keyboard('{End}{ArrowRight}');
  await expect.element(tab('Data')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Home}');
  await expect.element(tab('Data')).toHaveFocus();
});

test('the row of tabs is one stop of the Tab key: the open tab, and its panel is the next', async () => {
  await openConsole('/system/region/1?tab=history');
  const openTab = tab('History');
  await expect.element(openTab).toHaveAttribute('aria-selected', 'true');
  const stops = [...document.querySelectorAll<HTMLElement>('[role=tab]')].filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([openTab.element()]);
  stops[0]?.focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tabpanel')).toHaveFocus();
});
