import { message } from '@innkeeper/contract';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';
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
  computedSql: { locked_reason: (ref) => `case when ${ref('is_reserved')} then 'reserved' end` },
  rowRule: (_context, values, before) => {
    if (before?.is_reserved === true) {
      if (values.slug !== undefined && values.slug !== before.slug)
        throw validationError({ slug: [message('reserved')] });
      if (values.is_active === false) throw validationError({ is_active: [message('reserved')] });
      return values;
    }
    const isSlugMissing = before === null ? (values.slug ?? null) === null : values.slug === null;
    const name = values.name ?? before?.name;
    return isSlugMissing && typeof name === 'string' ? { ...values, slug: toSlug(name) || null } : values;
  },
  beforeDelete: async (_context, rows) => {
    if (rows.some((row) => row.is_reserved === true))
      throw apiError('conflict', { message: settingTexts.systemOption });
  },
};
