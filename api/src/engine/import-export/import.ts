import { type ResourceDefinition, message, permission, resources } from '@innkeeper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withPermission, withActor } from '../../access/authenticate.ts';
import { createLimiter } from '../../platform/http/limiter.ts';
import { type Body, readBody } from '../../platform/http/body.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { getIdempotencyKey, getTimeZone, prefersConfirmation } from '../resources/routes.ts';
import { runDryRun, runIdempotent } from '../resources/transaction.ts';
import type { Write, WriteServices } from '../resources/write-services.ts';
import type { ExportServices } from './export.ts';
import { type ImportCall, type ParsedFile, parseImportCall } from './import-call.ts';
import { describeChanges } from './import-changes.ts';
import { createHeadingCheck, mapColumns } from './import-columns.ts';
import { readDateColumns } from './import-dates.ts';
import { createChangesFile, createErrorFile, toImportCheck, toValidationError } from './import-response.ts';
import { withHashedSecrets } from './import-secrets.ts';
import { importRows, isAccepted, logImport } from './import-work.ts';
import { readInputRows } from './input-rows.ts';
import { readTable } from './table.ts';
import type { Table } from './table-structure.ts';

/** The services of calls that write many records. */
export interface ImportServices extends WriteServices, ExportServices {}

/** Maximum names in the body: corrections have one for each row and cell. */
const MAX_NAMES = 20_000;

/** Each import occupies a processor and holds its locks until it ends. */
const limitImports = createLimiter({ size: 2, perCaller: 1, queue: 10 });

/**
 * `POST /api/{resource}/import`: a CSV file or workbook, in which each row creates a record or changes the one that it
 * matches. In one transaction: all rows or none, or all but the rejected ones if the caller wants that. A dry run makes
 * the same checks, returns the outcome of each row, and neither writes nor locks.
 */
export function registerImports(app: FastifyInstance, services: ImportServices): void {
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    if (d.readOnly) continue;
    const config = { ...withPermission(permission('STORE', d.permission)).config, names: MAX_NAMES, files: ['file'] };
    app.post(`/api/${d.key}/import`, { config }, async (request, reply) => {
      const body = await readBody(request);
      return limitImports(() => services.runExpensive(() => runImport(services, d, body, request, reply), 'lasting'));
    });
  }
}

async function runImport(
  services: ImportServices,
  d: ResourceDefinition,
  body: Body,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const timeZone = getTimeZone(request);
  const key = getIdempotencyKey(request, body);
  let table: Table | undefined;
  let importCall: ImportCall | undefined;
  let hashingServices: WriteServices | undefined;
  const response = await withActor(request, async (actor) => {
    requirePermission(actor, permission('STORE', d.permission));
    importCall ??= parseImportCall(d, body);
    table ??= await readTable({
      bytes: await importCall.file.read(),
      isHeading: createHeadingCheck(d),
      ...importCall.reading,
    });
    const columns = mapColumns(d, table.headers, importCall.mapping);
    if (columns.some(({ field }) => field !== null && Object.hasOwn(importCall?.fixedValues ?? {}, field)))
      throw validationError({ fixed_values: [message('duplicate_mapping')] });
    const dateColumns = readDateColumns(d, table, columns, importCall.dateOrders);
    const inputRows = readInputRows(d, table, columns, { ...importCall, dateColumns });
    if (importCall.match !== 'id' || inputRows.some(({ texts }) => (texts.id ?? '') !== ''))
      requirePermission(actor, permission('UPDATE', d.permission));
    const parsedFile: ParsedFile = { ...importCall, table, columns, dateColumns, inputRows };
    const writeRequest = {
      actor,
      now: services.clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      lockTimeout: 'background' as const,
    };
    hashingServices ??= await withHashedSecrets(services, d, inputRows, importCall.isDryRun);
    const writeServices = hashingServices;
    const createWrite = (context: Write['context']): Write => ({ context, services: writeServices, d, timeZone });
    if (importCall.isDryRun) {
      const { fileOf } = importCall;
      const outcome = await runDryRun(services.db, writeRequest, async (context) => {
        const write = createWrite(context);
        const importOutcome = await importRows(write, parsedFile);
        const { changingRows } = importOutcome;
        const limit = fileOf === 'changes' ? changingRows.length : undefined;
        return { ...importOutcome, changes: await describeChanges(write, changingRows, limit) };
      });
      if (fileOf === 'changes') return createChangesFile(outcome.changes, language, timeZone);
      return fileOf === 'errors'
        ? createErrorFile(d, parsedFile, outcome, language)
        : {
            status: 200,
            type: JSON_TYPE,
            body: JSON.stringify({ data: toImportCheck(parsedFile, outcome, language) }),
          };
    }
    const result = await runIdempotent(services.db, writeRequest, key, async (context) => {
      const outcome = await importRows(createWrite(context), parsedFile, prefersConfirmation(request));
      if (!isAccepted(parsedFile, outcome)) throw toValidationError(outcome, language);
      return {
        status: 201,
        body: JSON.stringify({ data: await logImport(createWrite(context), parsedFile, outcome, request.id) }),
      };
    });
    return { ...result, type: JSON_TYPE };
  });
  return reply.code(response.status).type(response.type).send(response.body);
}

const JSON_TYPE = 'application/json; charset=utf-8';
