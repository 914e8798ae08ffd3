import { type Label, type ResourceDefinition, type ResourceKey, getResource, resourceKeys } from '@innkeeper/contract';
import { beforeAll, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectTranslated } from './accessibility.ts';
import { type Variant, PAGE_VARIANTS } from './variants.ts';

/** Rights have no page, because they are chosen within a role group. */
const RESOURCES_WITH_PAGES: readonly ResourceKey[] = resourceKeys.filter((key) => key !== 'roles');

/**
 * The resources with pages that match `fit` and that this run covers. If there are none, returns the first match,
 * because a file without a test is an error.
 */
export function resourcesWhere(predicate: (d: ResourceDefinition) => boolean): readonly ResourceKey[] {
  const matchingKeys = RESOURCES_WITH_PAGES.filter((key) => predicate(getResource(key)));
  const selectedKeys = matchingKeys.filter((key) => inject('resources')?.includes(key) ?? true);
  return selectedKeys.length > 0 ? selectedKeys : matchingKeys.slice(0, 1);
}

export const PAGE_KEYS = resourcesWhere(() => true);

/** The parameters of a check in addition to its resource. */
export interface CheckContext {
  readonly variant: Variant;
  /** Returns a label in the language of the variant. */
  readonly translate: (label: Label) => string;
  /**
   * Checks the content. All resources consist of the same parts, so axe checks each in only one of its variants. Texts
   * left in English are searched for in every variant.
   */
  readonly checkAccessibility: (part?: Element) => Promise<void>;
  /** The index of the resource, the same in all its checks. */
  readonly resourceIndex: number;
}

/** Returns the variants in which a resource is checked. */
type VariantSelector = (d: ResourceDefinition, resourceIndex: number) => readonly Variant[];

/**
 * The form of a new record and the page of an existing one show the same fields. So one is checked in one variant and
 * the other in the other, alternating by resource. A resource that has only one of the two is checked in both variants.
 */
export const formVariants: VariantSelector = (d, resourceIndex) =>
  PAGE_VARIANTS.filter((_, variantIndex) => hasSingleView(d) || variantIndex === resourceIndex % 2);
export const recordVariants: VariantSelector = (d, resourceIndex) =>
  PAGE_VARIANTS.filter((_, variantIndex) => hasSingleView(d) || variantIndex !== resourceIndex % 2);
const hasSingleView = ({ readOnly, opensInDialog }: ResourceDefinition): boolean =>
  readOnly === true || opensInDialog === true;

/** Defines a test of each resource and variant. The page must also not be wider than the window. */
export function testEveryResource(
  keys: readonly ResourceKey[],
  title: string,
  check: (d: ResourceDefinition, context: CheckContext) => Promise<void>,
  selectVariants: VariantSelector,
): void {
  // Loaded before the first test, whose time limit does not allow for it.
  beforeAll(() =>
    Promise.all([
      import('../shell/layout.tsx'),
      import('../shell/resource-screen.tsx'),
      import('../engine/list/list-page.tsx'),
      import('../engine/list/resource-list.tsx'),
      import('../engine/form/form-dialog.tsx'),
      import('../engine/record/record-page.tsx'),
      import('../features/members/member-page.tsx'),
      import('../features/members/overview/overview-panel.tsx'),
    ]),
  );
  for (const key of keys) {
    const resourceIndex = RESOURCES_WITH_PAGES.indexOf(key);
    const variants = selectVariants(getResource(key), resourceIndex);
    for (const [variantIndex, variant] of variants.entries())
      test(`${key}: ${title} (${variant.language}, ${variant.theme}, ${variant.width} px)`, async () => {
        await page.viewport(variant.width, variant.height);
        const checkAccessibility =
          resourceIndex % variants.length === variantIndex ? expectAccessible : async () => expectTranslated();
        await check(getResource(key), {
          variant,
          translate: (label) => label[variant.language],
          checkAccessibility,
          resourceIndex,
        });
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(variant.width);
      });
  }
}
