import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { apiError } from './api-error.ts';
import type { KnownMethods } from './known-methods.ts';

const CONSOLE_FOLDER = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;
/** File paths only. In deeper paths a dot means nothing: the URL of a reset link ends in an email address. */
const FILE_PATH = /^\/(?:assets|storage)\/|^\/[^/]+\.[a-z0-9]{2,5}$/i;

/** Browsers accept HTML when they open a page; monitors and scripts do not. The root is a page for every client. */
const acceptsHtml = ({ headers: { accept = '' } }: FastifyRequest, path: string): boolean =>
  path === '/' || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(accept);

type PageConfig = Pick<Config, 'environment' | 'maintenanceUntil' | 'assetsUrl'>;

/**
 * The console's page in this environment, which the console reads from the page. Scripts and styles of the page come
 * from the CDN; everything that they load comes from where they are (web/build/asset-urls.ts).
 */
const completePage = (page: string, { environment, maintenanceUntil, assetsUrl = '' }: PageConfig): string =>
  page
    .replace('<html', `<html data-environment="${environment}"${maintenanceAttribute(maintenanceUntil)}`)
    .replaceAll(/(?<= (?:href|src)=")(?=\/assets\/)/g, assetsUrl);

const maintenanceAttribute = (end: Date | undefined): string =>
  end === undefined ? '' : ` data-maintenance-until="${end.toISOString()}"`;

/** The page without the links that load the console's code early, each on a line: `web/build/preload-console.ts`. */
const removeConsolePreloads = (page: string): string =>
  page
    .split('\n')
    .filter((line) => !line.includes(' data-console'))
    .join('\n');
/** A page within the console, such as a bookmarked list. It is for users; visitors begin at `/` or the sign-in. */
const CONSOLE_PATH = /^\/(?!auth\/)[^/]+\/[^/]/;

/**
 * Serves the built console and handles every path and method without a route. A browser that requests a page gets the
 * console, which has its own routes. Other clients, and everything under `/api`, get the contract's errors.
 */
export async function registerConsole(
  app: FastifyInstance,
  methods: KnownMethods,
  config: PageConfig,
  folder = CONSOLE_FOLDER,
): Promise<void> {
  const isBuilt = existsSync(`${folder}index.html`);
  const consolePage = isBuilt ? completePage(await readFile(`${folder}index.html`, 'utf8'), config) : undefined;
  const visitorPage = consolePage && removeConsolePreloads(consolePage);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Every file under assets/ has a content hash in its name.
        const isAsset = path.includes('/assets/');
        void reply.header('cache-control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        // The CDN passes these on, so that pages of this origin may load modules and fonts from there.
        if (isAsset && config.assetsUrl !== undefined)
          void reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      },
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowedMethods = methods.methodsAt(path);
    // A file of the bundle has a route, also after a later build has removed it.
    if (allowedMethods.length > 0 && !allowedMethods.includes(request.method))
      throw apiError('method_not_allowed', { headers: { allow: allowedMethods.join(', ') } });
    if (path.startsWith('/api') || path.startsWith('/oauth') || path.startsWith('/integration'))
      throw apiError('route_not_found');
    const isReadMethod = request.method === 'GET' || request.method === 'HEAD';
    if (!isReadMethod || FILE_PATH.test(path) || !acceptsHtml(request, path)) throw apiError('route_not_found');
    void reply.header('vary', 'accept');
    if (consolePage === undefined)
      return reply.code(503).type('text/plain').send('The console is not built yet: npm start builds it.');
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(CONSOLE_PATH.test(path) ? consolePage : visitorPage);
  });
}
