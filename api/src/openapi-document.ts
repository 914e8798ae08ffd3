import { calls, integrationCalls } from '@innkeeper/contract/calls';
import packageJson from '../../package.json' with { type: 'json' };
import { callPaths } from './engine/calls/call-paths.ts';
import {
  type OpenApiDocument,
  type Operation,
  createDocument,
  listOperations,
  selectCalls,
} from './engine/openapi/document.ts';
import { withExamples } from './engine/openapi/examples.ts';
import { callListFilePaths } from './features/call-lists/call-list-file.ts';
import { sumsFilePaths } from './features/month-close/sums-files.ts';
import { totalsFilePaths } from './features/month-close/totals-file.ts';
import { mailPreferencePaths } from './features/member-mails/preference-paths.ts';
import { reportPaths } from './features/reports/report-paths.ts';
import { webhookOperations } from './features/webhooks/webhook-operations.ts';
import { sessionPaths } from './account/openapi-paths.ts';

let cachedDocument: OpenApiDocument | undefined;

/** The OpenAPI document with the calls of the engine and of each feature, with examples. Built on the first request. */
export const openApiDocument = (): OpenApiDocument =>
  (cachedDocument ??= withExamples(
    createDocument(
      packageJson.version,
      [
        callPaths(calls),
        callPaths(integrationCalls),
        sessionPaths(),
        reportPaths,
        totalsFilePaths,
        sumsFilePaths,
        callListFilePaths,
        mailPreferencePaths,
      ],
      webhookOperations(),
    ),
  ));

export const openApiOperations = (): Operation[] => listOperations(openApiDocument().paths);

const isHotelCall = (path: string): boolean => path.startsWith('/integration/');

/** The documents by their path: of every call, of those for hotels' own systems, and of those for staff. */
export const openApiDocuments: Readonly<Record<string, () => OpenApiDocument>> = {
  '/openapi.json': openApiDocument,
  '/openapi/hotels.json': () => selectCalls(openApiDocument(), 'Innkeeper for hotel systems', isHotelCall, true),
  '/openapi/office.json': () =>
    selectCalls(openApiDocument(), 'Innkeeper back office', (path) => !isHotelCall(path), false),
};
