import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * Texts of the console. `npm run texts`, in this folder, extracts them from the source; people write the
 * Indonesian ones.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'id'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  // Line numbers change with every edit and would make catalogue diffs noisy.
  format: formatter({ lineNumbers: false }),
});
