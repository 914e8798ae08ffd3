import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mockMember } from '../testing/member-overview.ts';
import { openConsole } from '../testing/open-console.tsx';
import { router } from './router.tsx';

const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
const lastItem = breadcrumb.getByRole('listitem').last();

describe('the breadcrumb while the next page loads', () => {
  test.for([
    [
      'Redeem',
      '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}',
      '/finance/voucher-redeem/wizard/5',
    ],
    ['Call lists', '/company/work-list/{-$key}', '/company/work-list/birthday'],
    ['Loading...', '/pages/profile', '/pages/profile'],
  ] as const)('shows %s instead of the name of the previous page', async ([name, route, path]) => {
    mockMember();
    await openConsole('/company/member/5');
    await expect.element(lastItem).toMatchTextContent('Bagus Santoso');
    // An earlier test may have loaded the code of the page, so a pending loader delays the navigation instead.
    const loader = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
    const { options } = router.routesByPath[route];
    Object.assign(options, { loader });
    onTestFinished(() => {
      Object.assign(options, { loader: undefined });
    });
    void router.navigate({ href: path });
    await expect.poll(() => loader.mock.calls.length).toBeGreaterThan(0);
    await expect.element(lastItem).toMatchTextContent(name);
  });
});
