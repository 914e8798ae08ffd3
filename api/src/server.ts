import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import { calls, integrationCalls } from '@innkeeper/contract/calls';
import type { Db, Replica } from '@innkeeper/db';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerAuthentication } from './access/authenticate.ts';
import { hashPassword } from './platform/passwords/password.ts';
import { registerAuthRoutes } from './account/routes.ts';
import { registerLogArchive } from './features/audit-log/archive-route.ts';
import { auditLogHandlers } from './features/audit-log/handlers.ts';
import { reconciliationHandlers } from './features/reconciliation/handlers.ts';
import { flaggedActivityHandlers } from './features/flagged-activity/handlers.ts';
import { readSendableMails, resendMemberMail } from './features/member-mails/resend-member-mail.ts';
import { approvalHandlers } from './features/approvals/handlers.ts';
import { monthCloseHandlers } from './features/month-close/handlers.ts';
import { registerCallListFile } from './features/call-lists/call-list-file.ts';
import { registerSumsFiles } from './features/month-close/sums-files.ts';
import { registerTotalsFile } from './features/month-close/totals-file.ts';
import { memberHandlers } from './features/members/handlers.ts';
import { rateHandlers } from './features/exchange-rates/handlers.ts';
import { manualChangeHandlers } from './features/manual-changes/handlers.ts';
import { createManualRecordHandlers } from './features/manual-changes/create-records.ts';
import { frontDeskHandlers } from './features/front-desk/handlers.ts';
import { integrationMemberHandlers } from './features/members/integration-calls.ts';
import { integrationSaleHandlers } from './features/sales/integration-calls.ts';
import { integrationVoucherHandlers } from './features/redemptions/integration-calls.ts';
import { searchHandlers } from './features/member-search/search.ts';
import { receiptHandlers } from './features/receipts/handlers.ts';
import { registerReceiptRoute } from './features/receipts/routes.ts';
import { saleHandlers } from './features/sales/handlers.ts';
import { setupHandlers } from './features/setup/handlers.ts';
import { referenceDataHandlers } from './features/reference-data/handlers.ts';
import { staffHandlers } from './features/staff/handlers.ts';
import { shiftHandlers } from './features/shifts/handlers.ts';
import { memberStatusHandlers } from './features/member-status/handlers.ts';
import { visitHandlers } from './features/visits/handlers.ts';
import { heldPostingHandlers } from './features/held-postings/handlers.ts';
import { integrationVisitHandlers } from './features/visits/integration-calls.ts';
import { webhookHandlers } from './features/webhooks/handlers.ts';
import { createResourceHooks } from './features/resource-hooks.ts';
import { captchaOrigins, registerCaptcha } from './platform/captcha/captcha.ts';
import { registerCardRoutes } from './features/card-pictures/routes.ts';
import type { Config } from './platform/config/config.ts';
import { createSignedUrls } from './platform/files/signed-urls.ts';
import { createStore } from './platform/files/create-store.ts';
import { registerCalls } from './engine/calls/register.ts';
import { registerImportExport } from './engine/import-export/routes.ts';
import { registerStorage } from './platform/files/storage.ts';
import { registerReplicaReads } from './platform/http/replica-reads.ts';
import { registerRequestLog } from './platform/http/request-log.ts';
import { registerRequestOwner } from './platform/http/request-owner.ts';
import { registerBodies, MAX_JSON_BYTES } from './platform/http/body.ts';
import { registerConsole } from './platform/http/console.ts';
import { openApiDocuments, openApiOperations } from './openapi-document.ts';
import { registerDocs } from './engine/openapi/docs.ts';
import { registerParameters } from './engine/openapi/parameters.ts';
import { dashboardHandlers } from './features/dashboard/handlers.ts';
import { registerErrorHandling, unreadableRequests } from './platform/http/error-handler.ts';
import { type FailingJob, registerHealth } from './platform/http/health.ts';
import { createExpensiveLimiter } from './platform/http/concurrency-limit.ts';
import { recordMethods } from './platform/http/known-methods.ts';
import { limitLargeBodies, closeRejectedBodies } from './platform/http/large-bodies.ts';
import { busyError } from './platform/http/api-error.ts';
import { limitQueries } from './platform/http/name-limits.ts';
import { registerCompression } from './platform/http/compression.ts';
import { registerResponseHeaders } from './platform/http/response-headers.ts';
import { createOutboundPolicy } from './platform/http/outbound-policy.ts';
import { registerMailEvents } from './platform/mail/events-route.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import { mailHandlers } from './features/member-mails/handlers.ts';
import { registerTrackingRoutes } from './features/member-mails/tracking.ts';
import { registerMailPreferences } from './features/member-mails/preferences-route.ts';
import { registerCatalogueRoute } from './features/reports/catalogue.ts';
import { reportFileHandlers } from './features/reports/file-handlers.ts';
import { reportGapHandlers } from './features/reports/gap-handlers.ts';
import { registerReportFiles } from './features/reports/file-route.ts';
import { reportScheduleHandlers } from './features/reports/schedule-handlers.ts';
import type { OrderFile } from './features/reports/report-files.ts';
import { registerReportRoutes } from './features/reports/run-report.ts';
import { registerResourceRoutes } from './engine/resources/routes.ts';
import { viewHandlers } from './engine/views/handlers.ts';
import { callListHandlers } from './features/call-lists/handlers.ts';

/** Time limit for receiving a request; ten pictures over a slow line take a few minutes. */
const REQUEST_TIMEOUT_MS = 300_000;

export interface ServerOptions {
  readonly config: Config;
  readonly db: Db;
  /** A standby from which requests may read; `db` is then its router. */
  readonly replica?: Replica;
  readonly outbox: Outbox;
  /** Queues report files; without it they remain requested. */
  readonly queueFile?: OrderFile;
  readonly clock?: () => Date;
  /** Hashes a secret field of a record. */
  readonly hashSecret?: (secret: string) => Promise<string>;
  /** Event loop delay in milliseconds above which requests are rejected with a 503; without it none is rejected. */
  readonly maxDelay?: number;
  /** Processors that queries can use; by default those of this machine. */
  readonly processors?: number;
  /** The maintenance jobs that are currently failing. */
  readonly failingJobs?: () => readonly FailingJob[];
  /** Why the server is not ready, besides its database. */
  readonly findProblem?: () => string | undefined;
  /** Adds hooks before anything is registered. */
  readonly prepare?: (app: FastifyInstance) => void;
}

/** Creates the server without listening. Its parts are registered in the order in which they handle a request. */
export async function createServer({
  config,
  db,
  replica,
  outbox,
  queueFile = async () => undefined,
  clock = () => new Date(),
  hashSecret = hashPassword,
  maxDelay = 0,
  processors,
  failingJobs = () => [],
  findProblem = () => undefined,
  prepare,
}: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: config.logLevel },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Callers can forge `X-Forwarded-For`, so only the last entries count, one for each proxy.
    trustProxy: config.trustProxy > 0 && ((_, hop) => hop < config.trustProxy),
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    ...unreadableRequests,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  });

  prepare?.(app);
  const methods = recordMethods(app);
  registerErrorHandling(app);
  registerRequestOwner(app);
  registerRequestLog(app, config.logLevel);
  registerResponseHeaders(app);
  registerCompression(app);
  await app.register(helmet, pagePolicy(config));
  // The delay is measured once a second. The first measurement covers the startup and is ignored.
  let isMeasured = false;
  app.addHook('onReady', async () => void setTimeout(() => (isMeasured = true), 2_000).unref());
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    // A second without a measurement is reported as infinite. It is ignored, because the next measurement includes it.
    pressureHandler: async (_request, _reply, _type, delay) => {
      if (isMeasured && delay !== Infinity) throw busyError();
    },
  });
  limitQueries(app);
  await registerBodies(app);

  const hooksByResource = createResourceHooks(outbox, createOutboundPolicy(config.webhookAllow));
  registerHealth(app, { db, failingJobs, findProblem });
  closeRejectedBodies(app);
  registerAuthentication(app, { db, clock });
  if (replica) registerReplicaReads(app, replica);
  limitLargeBodies(app);
  registerParameters(app, openApiOperations);
  const addresses = createSignedUrls(db);
  const store = createStore(config);
  const files = registerStorage(app, { clock, addresses, store, redirectsPictures: config.assetsUrl !== undefined });
  registerReportFiles(app, { db, clock, addresses, store });
  registerLogArchive(app, { db, clock, addresses, store });
  registerCardRoutes(app, { db, hooksByResource, clock, addresses });
  registerReceiptRoute(app, { db, clock, addresses });
  const captcha = registerCaptcha(app, { db, config, clock });
  // Mails of the demonstration are stored on purpose.
  const hasMailServer = config.isDemo || config.mail.smtpUrl !== undefined;
  const workflowServices = { db, hooksByResource, clock, outbox, hashSecret };
  registerAuthRoutes(app, { ...workflowServices, config, files, captcha });
  registerTrackingRoutes(app, { db, clock, config });
  registerMailPreferences(app, { ...workflowServices, config });
  registerMailEvents(app, { db, config, clock });
  registerCatalogueRoute(app);
  const runExpensive = createExpensiveLimiter(db, processors);
  registerReportRoutes(app, { db, hooksByResource, clock, runExpensive });
  registerTotalsFile(app, { db, hooksByResource, clock, runExpensive });
  registerSumsFiles(app, { db, hooksByResource, clock, runExpensive });
  registerCallListFile(app, { db, hooksByResource, clock, runExpensive });
  registerResourceRoutes(app, { db, hooksByResource, clock, files, hashSecret, runExpensive });
  registerCalls(app, { db, clock }, calls, {
    ...viewHandlers(workflowServices),
    ...dashboardHandlers({ db, runExpensive }),
    ...mailHandlers({ ...workflowServices, config, store }),
    ...memberHandlers({
      ...workflowServices,
      readMails: readSendableMails,
      resendMemberMail: (...args) => resendMemberMail(outbox, ...args),
    }),
    ...memberStatusHandlers(workflowServices),
    ...visitHandlers(workflowServices),
    ...heldPostingHandlers(workflowServices),
    ...manualChangeHandlers(workflowServices),
    ...rateHandlers(workflowServices),
    ...frontDeskHandlers(workflowServices),
    ...saleHandlers(workflowServices),
    ...receiptHandlers(workflowServices),
    ...searchHandlers(workflowServices),
    ...callListHandlers({ db, hooksByResource }),
    ...monthCloseHandlers(workflowServices),
    ...reportFileHandlers({ db, queueFile }),
    ...reportGapHandlers({ db, runExpensive }),
    ...webhookHandlers(workflowServices),
    ...approvalHandlers(workflowServices, {
      ...saleHandlers(workflowServices),
      ...memberStatusHandlers(workflowServices),
      ...manualChangeHandlers(workflowServices),
      ...createManualRecordHandlers(workflowServices),
      ...monthCloseHandlers(workflowServices),
    }),
    ...reconciliationHandlers({ db }),
    ...auditLogHandlers({ db }),
    ...flaggedActivityHandlers(workflowServices),
    ...reportScheduleHandlers({ db }),
    ...shiftHandlers(workflowServices),
    ...staffHandlers({ ...workflowServices, hasMailServer }),
    ...setupHandlers({ ...workflowServices, files, hasMailServer }),
    ...referenceDataHandlers({ db, hooksByResource }),
  });
  registerCalls(app, { db, clock }, integrationCalls, {
    ...integrationVoucherHandlers(workflowServices),
    ...integrationVisitHandlers(workflowServices),
    ...integrationMemberHandlers(workflowServices),
    ...integrationSaleHandlers(workflowServices),
  });
  registerImportExport(app, { db, hooksByResource, clock, hashSecret, runExpensive });
  await registerDocs(app, openApiDocuments);
  await registerConsole(app, methods, config);
  return app;
}

/** The origin of the CDN, if there is one. */
const assetOrigins = ({ assetsUrl }: Config): readonly string[] => (assetsUrl === undefined ? [] : [assetsUrl]);
/** The origin of the bucket, if browsers load pictures from there. */
const pictureOrigins = ({ assetsUrl, bucket }: Config): readonly string[] =>
  assetsUrl === undefined || !bucket ? [] : [bucket.endpoint];

/**
 * Allows only our own origin, that of the CDN with the bundle and that of the captcha provider if there are any; no
 * inline scripts. Styles may be set by script, because the console's components position popups that way.
 */
const pagePolicy = (config: Config) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      scriptSrc: ["'self'", ...assetOrigins(config), ...captchaOrigins(config)],
      frameSrc: ["'self'", ...captchaOrigins(config)],
      fontSrc: ["'self'", ...assetOrigins(config)],
      styleSrc: ["'self'", "'unsafe-inline'", ...assetOrigins(config)],
      imgSrc: ["'self'", 'data:', 'blob:', ...pictureOrigins(config)],
      connectSrc: ["'self'", ...captchaOrigins(config)],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // The equivalent of frame-ancestors for old browsers.
  xFrameOptions: { action: 'deny' as const },
  // Only with TLS: browsers ignore it over plain HTTP, and a name that sends it cannot return to HTTP for a year.
  strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
});
