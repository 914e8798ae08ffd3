import { type Label, type ResourceDefinition, type ResourceKey, getResource, resourceKeys } from '@innkeeper/contract';
import { beforeAll, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectTranslated } from './accessibility.ts';
import { type Look, PAGE_VARIANTS } from './variants.ts';

/** Rights are no page of their own: they are chosen within a role group. */
const WITH_PAGES: readonly ResourceKey[] = resourceKeys.filter((key) => key !== 'roles');

/**
 * The resources with pages that fit and that this run is about; where none of those chosen fits, one that does: a file without
 * a test is an error.
 */
export function resourcesWhere(fit: (d: ResourceDefinition) => boolean): readonly ResourceKey[] {
  const fitting = WITH_PAGES.filter((key) => fit(getResource(key)));
  const some = fitting.filter((key) => inject('resources')?.includes(key) ?? true);
  return some.length > 0 ? some : fitting.slice(0, 1);
}

export const PAGES = resourcesWhere(() => true);

/** The parameters of a check, beside its resource. */
export interface CheckContext {
  readonly variant: Look;
  /** Gives a label in the language of the look. */
  readonly translate: (label: Label) => string;
  /**
   * Looks at the content. Resources are made of the same parts, so axe examines each in one of its looks, in turns; the check for
   * texts left in English is made in each.
   */
  readonly examine: (part?: Element) => Promise<void>;
  /** Another one for each resource, the same in all promises about it. */
  readonly turn: number;
}

/** In which looks a promise about a resource is looked at; `turn` is another number for each resource. */
type VariantSelector = (d: ResourceDefinition, turn: number) => readonly Look[];

/**
 * The form of a new record and the page of an old one show the same fields: the one is looked at in one look and the other in
 * the other, in turns, and a resource that has but one of the two in both.
 */
export const formVariants: VariantSelector = (d, turn) =>
  PAGE_VARIANTS.filter((_, at) => hasSingleView(d) || at === turn % 2);
export const recordVariants: VariantSelector = (d, turn) =>
  PAGE_VARIANTS.filter((_, at) => hasSingleView(d) || at !== turn % 2);
const hasSingleView = ({ readOnly, single }: ResourceDefinition): boolean => readOnly === true || single === true;

/** One promise about the pages of every resource, at a desk and on a phone, or in the look that has its turn. */
export function testEveryResource(
  keys: readonly ResourceKey[],
  promise: string,
  check: (d: ResourceDefinition, activeView: CheckContext) => Promise<void>,
  variantsOf: VariantSelector,
): void {
  // Fetched before the first test, whose time is not for that.
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
    const turn = WITH_PAGES.indexOf(key);
    const variants = variantsOf(getResource(key), turn);
    for (const [at, variant] of variants.entries())
      test(`${key}: ${promise} (${variant.language}, ${variant.theme}, ${variant.width} px)`, async () => {
        await page.viewport(variant.width, variant.height);
        const examine = turn % variants.length === at ? expectAccessible : async () => expectTranslated();
        await check(getResource(key), { variant, translate: (label) => label[variant.language], examine, turn });
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(variant.width);
      });
  }
}
