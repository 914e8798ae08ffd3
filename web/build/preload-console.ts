import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** What every page of a signed-in user is made of. */
const CONSOLE_MODULE = join(import.meta.dirname, '..', 'src', 'shell', 'console-pages.ts');

/**
 * Lets `index.html` load the chunks of the console together with the first script instead of after it: a list that is
 * opened by a bookmark then waits for one response less. The links are marked, because the server removes them from pages
 * for visitors, such as the sign-in (`api/src/platform/http/console.ts`).
 */
export function preloadConsole(): Plugin {
  return {
    name: 'innkeeper:preload-console',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: start }): HtmlTagDescriptor[] {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const consoleChunk = chunks.find(({ moduleIds }) => moduleIds.includes(CONSOLE_MODULE));
        if (!consoleChunk) throw new Error(`No chunk contains ${CONSOLE_MODULE}`);
        const loadedAtStart = new Set([start?.fileName, ...(start?.imports ?? [])]);
        return [consoleChunk.fileName, ...consoleChunk.imports]
          .filter((fileName) => !loadedAtStart.has(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}`, 'data-console': true },
            injectTo: 'head',
          }));
      },
    },
  };
}
