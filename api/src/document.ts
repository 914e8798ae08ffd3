import { calls, integrationCalls } from '@innkeeper/contract/calls';
import { callPaths } from './engine/calls/describe.ts';
import { type OpenApiDocument, type Operation, documentOf, operationsOf } from './engine/openapi/document.ts';
import { withExamples } from './engine/openapi/examples.ts';
import { feesPaths } from './programme/closing/fees-file.ts';
import { liabilityPaths } from './programme/closing/liability-file.ts';
import { reportPaths } from './programme/reports/report-paths.ts';
import { webhookOperations } from './programme/webhooks/described.ts';
import { sessionPaths } from './account/session-paths.ts';

let made: OpenApiDocument | undefined;

/** The API's document, made when it is first asked for: the engine's calls, and those of each subject, with their examples. */
export const openApiDocument = (): OpenApiDocument =>
  (made ??= withExamples(
    documentOf(
      [callPaths(calls), callPaths(integrationCalls), sessionPaths(), reportPaths, liabilityPaths, feesPaths],
      webhookOperations(),
    ),
  ));

export const operations = (): Operation[] => operationsOf(openApiDocument().paths);
