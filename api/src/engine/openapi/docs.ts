import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { DARK_THEMES } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './document.ts';

/** The plugin's own policy would let styles and pictures come from elsewhere, and asks for TLS. */
const OWN_ORIGIN =
  "default-src 'self'; base-uri 'none'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; style-src 'self' 'unsafe-inline'";

/** The bar of the page's makers says nothing that the page does not. */
const STYLE = `
.swagger-ui .topbar { display: none }
html.dark-mode { color-scheme: dark }`;

/** Dark where the console is, as its settings are kept in the browser, or else where the machine is. */
const SCRIPT = `
const [, main] = /"main":"(\\w+)"/.exec(localStorage.getItem('innkeeper.settings') || '') || []
const isDark = main && main !== 'system' ? ${JSON.stringify(DARK_THEMES)}.includes(main) : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.classList.toggle('dark-mode', isDark)`;

/** The product's key, as the console has it. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5a42"/><path d="M16 6a5 5 0 0 1 2 9.58V26h-4v-3h-2.5v-3H14v-4.42A5 5 0 0 1 16 6Zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" fill="#fff"/></svg>';

const packedOf = promisify(gzip);
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** `/openapi.json` is the document, `/docs` shows it. */
export async function registerDocs(app: FastifyInstance, openApiDocument: () => OpenApiDocument): Promise<void> {
  // Megabytes of text that never changes while the program runs: written once, and a fifteenth of it for those who take gzip.
  let written: Promise<{ readonly plain: string; readonly packed: Buffer }> | undefined;
  const write = async () => {
    const plain = JSON.stringify(openApiDocument());
    return { plain, packed: await packedOf(plain) };
  };
  app.get('/openapi.json', async (request, reply) => {
    const { plain, packed } = await (written ??= write());
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' });
    if (!TAKES_GZIP.test(request.headers['accept-encoding'] ?? '')) return plain;
    return reply.header('content-encoding', 'gzip').send(packed);
  });
  // The page asks for it under an address of its own, where the plugin would write it anew each time.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/docs/json') return reply.redirect('/openapi.json');
  });
  // The plugin collects the routes to describe; ours are described already.
  await app.register(swagger, {
    openapi: {},
    hiddenTag: '',
    hideUntagged: true,
    transformObject: () => openApiDocument() as never,
  }); // its type is OpenAPI 3.0's
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: OWN_ORIGIN,
    // Short at first: the groups of calls, without their details.
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1, filter: true },
    theme: {
      title: 'Innkeeper · API',
      css: [{ filename: 'look.css', content: STYLE }],
      js: [{ filename: 'look.js', content: SCRIPT }],
      favicon: [{ filename: 'mark.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: MARK }],
    },
  });
}
