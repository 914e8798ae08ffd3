import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import type { WriteServices } from '../resources/write-services.ts';
import { registerExports } from './export.ts';
import { registerImports } from './import.ts';
import { registerImportHistory } from './undo.ts';
import { registerBulkUndo } from './undo-bulk.ts';

/** The services that exports and imports need. */
interface ExchangeServices extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/** Lists as files: out, in, and back. */
export function registerExchange(app: FastifyInstance, services: ExchangeServices): void {
  registerExports(app, services);
  registerImports(app, services);
  registerImportHistory(app, services);
  registerBulkUndo(app, services);
}
