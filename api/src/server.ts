import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import { calls, integrationCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerAuthentication } from './access/authenticate.ts';
import { hashPassword } from './platform/passwords/password.ts';
import { registerAuthRoutes } from './account/routes.ts';
import { auditHandlers } from './programme/audit/handlers.ts';
import { unusualActHandlers } from './programme/audit/unusual-acts.ts';
import { sendAgain, readSendable } from './programme/mails/send-again.ts';
import { approvalHandlers } from './programme/approvals/handlers.ts';
import { monthCloseHandlers } from './programme/closing/handlers.ts';
import { registerFeesFile } from './programme/closing/fees-file.ts';
import { registerLiabilityFile } from './programme/closing/liability-file.ts';
import { memberHandlers } from './programme/members/handlers.ts';
import { rateHandlers } from './programme/rates/handlers.ts';
import { byHandHandlers } from './programme/by-hand/handlers.ts';
import { manualWorks } from './programme/by-hand/make.ts';
import { counterHandlers } from './programme/redemptions/counter.ts';
import { integrationVoucherHandlers } from './programme/redemptions/integration-calls.ts';
import { searchHandlers } from './programme/search/search.ts';
import { receiptHandlers } from './programme/receipts/handlers.ts';
import { registerReceipts } from './programme/receipts/routes.ts';
import { sellingHandlers } from './programme/selling/handlers.ts';
import { standingHandlers } from './programme/standing/handlers.ts';
import { visitHandlers } from './programme/visits/handlers.ts';
import { heldPostingHandlers } from './programme/visits/held-postings.ts';
import { integrationVisitHandlers } from './programme/visits/integration-calls.ts';
import { webhookHandlers } from './programme/webhooks/handlers.ts';
import { behavioursWith } from './programme/behaviours.ts';
import { captchaOrigins, registerCaptcha } from './platform/captcha/captcha.ts';
import { registerCards } from './programme/card-pictures/routes.ts';
import type { Config } from './platform/config.ts';
import { createAddresses } from './platform/files/address.ts';
import { createStore } from './platform/files/create-store.ts';
import { registerCalls } from './engine/calls/register.ts';
import { registerExchange } from './engine/exchange/routes.ts';
import { registerStorage } from './platform/files/storage.ts';
import { registerAsking } from './platform/http/asking.ts';
import { registerBodies, JSON_LIMIT } from './platform/http/body.ts';
import { registerConsole } from './platform/http/console.ts';
import { openApiDocument, operations } from './document.ts';
import { registerDocs } from './engine/openapi/docs.ts';
import { registerParameters } from './engine/openapi/parameters.ts';
import { dashboardHandlers } from './programme/dashboard/handlers.ts';
import { registerErrorHandling, unreadableRequests } from './platform/http/error-handler.ts';
import { type FailingChore, registerHealth } from './platform/http/health.ts';
import { createHeavySlots } from './platform/http/heavy.ts';
import { watchMethods } from './platform/http/known-methods.ts';
import { boundLargeBodies, cutRefusedBodies } from './platform/http/large-bodies.ts';
import { busy } from './platform/http/fail.ts';
import { boundQueries } from './platform/http/names.ts';
import { forbidCaching } from './platform/http/no-store.ts';
import { nameRequests } from './platform/http/request-id.ts';
import { createReach } from './platform/http/reach.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import { mailHandlers } from './programme/mails/handlers.ts';
import { registerOpenings } from './programme/mails/openings.ts';
import { registerCatalogue } from './programme/reports/catalogue.ts';
import { reportFileHandlers } from './programme/reports/file-handlers.ts';
import { registerReportFiles } from './programme/reports/file-route.ts';
import { reportScheduleHandlers } from './programme/reports/schedule-handlers.ts';
import type { OrderFile } from './programme/reports/report-files.ts';
import { registerReportRuns } from './programme/reports/run.ts';
import { registerResourceRoutes } from './engine/resources/routes.ts';
import { viewHandlers } from './engine/views/handlers.ts';
import { workListHandlers } from './programme/work-lists/handlers.ts';

/** How long a request may take to come in; ten pictures over a slow line take a few minutes. */
const REQUEST_MS = 300_000;

export interface ServerOptions {
  readonly config: Config;
  readonly db: Db;
  readonly outbox: Outbox;
  /** Queues files of reports; without it they stay ordered. */
  readonly orderFile?: OrderFile;
  readonly clock?: () => Date;
  /** How a secret field of a record is hashed. */
  readonly hashSecret?: (secret: string) => Promise<string>;
  /** Milliseconds by which the process may be behind before it refuses requests with a 503; without it none is refused. */
  readonly maxDelay?: number;
  /** Processors that queries can keep busy; those of this machine by default. */
  readonly processors?: number;
  /** The chores of the upkeep that fail. */
  readonly failingChores?: () => readonly FailingChore[];
  /** Adds hooks before anything is registered. */
  readonly prepare?: (app: FastifyInstance) => void;
}

/** The server, in the order in which a request meets it. Nothing listens yet. */
export async function createServer({
  config,
  db,
  outbox,
  orderFile = async () => undefined,
  clock = () => new Date(),
  hashSecret = hashPassword,
  maxDelay = 0,
  processors,
  failingChores = () => [],
  prepare,
}: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: config.logLevel },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Callers can forge `X-Forwarded-For`, so only the last entries count, one for each proxy.
    trustProxy: config.trustProxy > 0 && ((_, hop) => hop < config.trustProxy),
    bodyLimit: JSON_LIMIT,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    ...unreadableRequests,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  });

  prepare?.(app);
  const methods = watchMethods(app);
  registerErrorHandling(app);
  registerAsking(app);
  nameRequests(app);
  forbidCaching(app);
  await app.register(helmet, pagePolicy(config));
  // The delay is measured once a second. The first measure is of the start itself, which no request meets: it counts from the second on.
  let isMeasured = false;
  app.addHook('onReady', async () => void setTimeout(() => (isMeasured = true), 2_000).unref());
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    // A second in which nothing was measured, told as one without end, says nothing yet: the next one knows how long it was.
    pressureHandler: async (_request, _reply, _type, delay) => {
      if (isMeasured && delay !== Infinity) throw busy();
    },
  });
  boundQueries(app);
  await registerBodies(app);

  const behaviours = behavioursWith(outbox, createReach(config.webhookAllow));
  registerHealth(app, db, failingChores);
  cutRefusedBodies(app);
  registerAuthentication(app, { db, clock });
  boundLargeBodies(app);
  registerParameters(app, operations);
  const addresses = createAddresses(db);
  const store = createStore(config);
  const files = registerStorage(app, { clock, addresses, store });
  registerReportFiles(app, { db, clock, addresses, store });
  registerCards(app, { db, clock, addresses });
  registerReceipts(app, { db, clock, addresses });
  const captcha = registerCaptcha(app, { db, config, clock });
  registerAuthRoutes(app, { db, config, clock, outbox, files, captcha });
  const flows = { db, behaviours, clock, outbox, hashSecret };
  registerOpenings(app, { db, clock });
  registerCatalogue(app);
  const inHeavySlot = createHeavySlots(db, processors);
  registerReportRuns(app, { db, behaviours, clock, inHeavySlot });
  registerLiabilityFile(app, { db, behaviours, clock, inHeavySlot });
  registerFeesFile(app, { db, behaviours, clock, inHeavySlot });
  registerResourceRoutes(app, { db, behaviours, clock, files, hashSecret, inHeavySlot });
  registerCalls(app, { db, clock }, calls, {
    ...viewHandlers(flows),
    ...dashboardHandlers({ db, inHeavySlot }),
    ...mailHandlers({ ...flows, config }),
    ...memberHandlers({ ...flows, readMails: readSendable, sendAgain: (...sent) => sendAgain(outbox, ...sent) }),
    ...standingHandlers(flows),
    ...visitHandlers(flows),
    ...heldPostingHandlers(flows),
    ...byHandHandlers(flows),
    ...rateHandlers(flows),
    ...counterHandlers(flows),
    ...sellingHandlers(flows),
    ...receiptHandlers(flows),
    ...searchHandlers(flows),
    ...workListHandlers({ db }),
    ...monthCloseHandlers(flows),
    ...reportFileHandlers({ db, orderFile }),
    ...webhookHandlers(flows),
    ...approvalHandlers(flows, {
      ...sellingHandlers(flows),
      ...standingHandlers(flows),
      ...byHandHandlers(flows),
      ...manualWorks(flows),
      ...monthCloseHandlers(flows),
    }),
    ...auditHandlers({ db }),
    ...unusualActHandlers(flows),
    ...reportScheduleHandlers({ db }),
  });
  registerCalls(app, { db, clock }, integrationCalls, {
    ...integrationVoucherHandlers(flows),
    ...integrationVisitHandlers(flows),
  });
  registerExchange(app, { db, behaviours, clock, hashSecret, inHeavySlot });
  await registerDocs(app, openApiDocument);
  await registerConsole(app, methods);
  return app;
}

/**
 * Nothing but our own origin, and that of the captcha's provider where there is one; no script inside a page. Styles may be
 * set by script: the console's components place popups so.
 */
const pagePolicy = (config: Config) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      scriptSrc: ["'self'", ...captchaOrigins(config)],
      frameSrc: ["'self'", ...captchaOrigins(config)],
      fontSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'", ...captchaOrigins(config)],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // Says to old browsers the same as frame-ancestors to others.
  xFrameOptions: { action: 'deny' as const },
  // Only where people come by TLS: over plain HTTP browsers ignore it, and a name that says it cannot go back for a year.
  strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
});
