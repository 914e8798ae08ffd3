import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import type { WriteServices } from '../resources/write-services.ts';
import { registerExports } from './export.ts';
import { registerImports } from './import.ts';
import { registerImportHistory } from './undo.ts';
import { registerBulkUndo } from './undo-bulk.ts';

interface ImportExportServices extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly runExpensive: RunExpensive;
}

/** Exports, imports and their undo. */
export function registerImportExport(app: FastifyInstance, services: ImportExportServices): void {
  registerExports(app, services);
  registerImports(app, services);
  registerImportHistory(app, services);
  registerBulkUndo(app, services);
}
