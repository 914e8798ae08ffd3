import { join } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/** Compiles the catalogues and the texts in the source, from whichever directory it is called. */
export function texts() {
  // The transformer of the source looks for its configuration in the working directory unless told so.
  process.env['LINGUI_CONFIG'] ??= join(import.meta.dirname, '..', 'lingui.config.ts');
  return [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })];
}
