import { calls, integrationCalls } from '@innkeeper/contract/calls';
import { callPaths } from './engine/calls/call-paths.ts';
import { type OpenApiDocument, type Operation, createDocument, listOperations } from './engine/openapi/document.ts';
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
