import { type Label, type ResourceDefinition, type ResourceKey, getResource, resourceKeys } from '@innkeeper/contract';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Look, LOOKS } from './looks.ts';

/** Rights are no page of their own: they are chosen within a role group. */
export const PAGES: readonly ResourceKey[] = resourceKeys.filter((key) => key !== 'roles');

/** One promise about the pages of every resource, at a desk and on a phone. `say` gives a label in the language of the look. */
export function testEveryResource(
  keys: readonly ResourceKey[],
  promise: string,
  check: (d: ResourceDefinition, look: Look, say: (label: Label) => string) => Promise<void>,
): void {
  // Fetched before the first test, whose time is not for that.
  beforeAll(() =>
    Promise.all([
      import('../shell/layout.tsx'),
      import('../shell/resource-screen.tsx'),
      import('../resource/list/list-page.tsx'),
      import('../resource/list/resource-list.tsx'),
      import('../resource/form/form-dialog.tsx'),
      import('../resource/form/record-page.tsx'),
      import('../screens/member/member-page.tsx'),
      import('../screens/member/overview/overview-panel.tsx'),
    ]),
  );
  for (const key of keys)
    for (const look of LOOKS)
      test(`${key}: ${promise} (${look.language}, ${look.theme}, ${look.width} px)`, async () => {
        await page.viewport(look.width, look.height);
        await check(getResource(key), look, (label) => label[look.language]);
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(look.width);
      });
}
