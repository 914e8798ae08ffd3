import { type OpenApiDocument, type Operation, documentOf, operationsOf } from './openapi/document.ts';
import { counterPaths } from './openapi/counter-paths.ts';
import { dashboardPaths } from './openapi/dashboard-paths.ts';
import { mailPaths } from './openapi/mail-paths.ts';
import { memberOverviewPaths } from './openapi/member-overview-paths.ts';
import { memberPaths } from './openapi/member-paths.ts';
import { reportPaths } from './openapi/report-paths.ts';
import { searchPaths } from './openapi/search-path.ts';
import { sellingPaths } from './openapi/selling-paths.ts';
import { sessionPaths } from './openapi/session-paths.ts';
import { workListPaths } from './openapi/work-list-paths.ts';

let made: OpenApiDocument | undefined;

/** What the API answers, made when it is first asked for: the engine's calls, and those of each subject. */
export const openApiDocument = (): OpenApiDocument =>
  (made ??= documentOf([
    sessionPaths(),
    sellingPaths(),
    memberPaths(),
    memberOverviewPaths,
    workListPaths(),
    counterPaths(),
    dashboardPaths(),
    searchPaths,
    mailPaths,
    reportPaths,
  ]));

export const operations = (): Operation[] => operationsOf(openApiDocument().paths);
