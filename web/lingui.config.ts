import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Texts of the console. `npm run texts` collects them from the source; the Indonesian ones are then written by hand. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'id'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  // Line numbers would change with every edit and make each diff of the catalogues noise.
  format: formatter({ lineNumbers: false }),
});
