import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * Catalogues of the console's texts. `npm run texts`, in this folder, extracts the English texts; the Indonesian ones
 * are written by people.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'id'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  // Line numbers change with every edit and would make catalogue diffs noisy.
  format: formatter({ lineNumbers: false }),
});
