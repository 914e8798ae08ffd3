import { calls } from '@innkeeper/contract/calls';
import { callPaths } from './engine/calls/describe.ts';
import { type OpenApiDocument, type Operation, documentOf, operationsOf } from './engine/openapi/document.ts';
import { counterPaths } from './programme/redemptions/counter-paths.ts';
import { dashboardPaths } from './programme/dashboard/dashboard-paths.ts';
import { mailPaths } from './programme/mails/mail-paths.ts';
import { memberOverviewPaths } from './programme/members/member-overview-paths.ts';
import { memberPaths } from './programme/members/member-paths.ts';
import { reportPaths } from './programme/reports/report-paths.ts';
import { searchPaths } from './programme/search/search-path.ts';
import { sellingPaths } from './programme/selling/selling-paths.ts';
import { sessionPaths } from './account/session-paths.ts';

let made: OpenApiDocument | undefined;

/** What the API answers, made when it is first asked for: the engine's calls, and those of each subject. */
export const openApiDocument = (): OpenApiDocument =>
  (made ??= documentOf([
    callPaths(calls),
    sessionPaths(),
    sellingPaths(),
    memberPaths(),
    memberOverviewPaths,
    counterPaths(),
    dashboardPaths(),
    searchPaths,
    mailPaths,
    reportPaths,
  ]));

export const operations = (): Operation[] => operationsOf(openApiDocument().paths);
