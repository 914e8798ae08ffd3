import { message } from '@innkeeper/contract';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { type ResourceHooks, checkEach } from '../../engine/resources/resource-hooks.ts';
import { settingTexts } from '../../texts/settings.ts';

const toSlug = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .join('-')
    .slice(0, 80);

/** Options. A reserved one can be renamed, but keeps its slug, stays active and cannot be deleted. */
export const option: ResourceHooks = {
  computed: { locked_reason: (ref) => `case when ${ref('is_reserved')} then 'reserved' end` },
  check: checkEach((_context, { action, before, values }) => {
    if (before?.is_reserved === true) {
      if (action === 'delete') throw apiError('conflict', { message: settingTexts.systemOption });
      if (values.slug !== undefined && values.slug !== before.slug)
        throw validationError({ slug: [message('reserved')] });
      if (values.is_active === false) throw validationError({ is_active: [message('reserved')] });
      return undefined;
    }
    const isSlugMissing = before === null ? (values.slug ?? null) === null : values.slug === null;
    const name = values.name ?? before?.name;
    return isSlugMissing && typeof name === 'string' ? { slug: toSlug(name) || null } : undefined;
  }),
};
