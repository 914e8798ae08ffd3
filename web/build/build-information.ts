import type { Plugin } from 'vite';

/**
 * Writes `meta.json` and exposes the same date to the code as `__BUILD_DATE__`. A running console compares it with the
 * server's date to detect that it is stale.
 */
export function buildInformation(version: string, buildDate: string): Plugin {
  return {
    name: 'innkeeper:build-information',
    config: () => ({ define: { __BUILD_DATE__: JSON.stringify(buildDate), __VERSION__: JSON.stringify(version) } }),
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'meta.json',
        source: `${JSON.stringify({ build_date: buildDate, version })}\n`,
      });
    },
  };
}
