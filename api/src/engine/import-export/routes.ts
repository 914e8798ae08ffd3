import type { FastifyInstance } from 'fastify';
import { registerExports } from './export.ts';
import { type ImportServices, registerImports } from './import.ts';
import { registerImportHistory } from './undo.ts';
import { registerBulkUndo } from './undo-bulk.ts';

/** Exports, imports and their undo. */
export function registerImportExport(app: FastifyInstance, services: ImportServices): void {
  registerExports(app, services);
  registerImports(app, services);
  registerImportHistory(app, services);
  registerBulkUndo(app, services);
}
