import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';

test.for(['/no/such/page', '/company/nobody/7', '/system'])(
  'the unknown path %s redirects to the error page',
  async (path) => {
    await openConsole(path);
    await expect.poll(() => location.pathname).toBe('/error-404');
    await expect.element(page.getByRole('heading', { level: 1, name: 'This page does not exist.' })).toBeVisible();
  },
);
