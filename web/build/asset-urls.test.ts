import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import config from '../vite.config.ts';

/** A few sources with everything that a bundle can refer to. */
const SOURCES = {
  'index.html': '<!doctype html><html><body><script type="module" src="/main.js"></script></body></html>',
  'main.js': `
    import './main.css';
    import workerUrl from './job.js?worker&url';
    import JobWorker from './job.js?worker';
    void import('./page.js').then(({ show }) => show(workerUrl, new JobWorker()));`,
  'main.css': `@font-face { font-family: Test; src: url('./font.woff2'); }`,
  'font.woff2': 'font',
  'page.js': `import './page.css'; export const show = (...values) => document.body.append(...values);`,
  'page.css': 'body { color: black }',
  'job.js': 'self.postMessage(1);',
};

async function buildSources(): Promise<ReadonlyMap<string, string>> {
  const root = await mkdtemp(join(tmpdir(), 'innkeeper-build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const { experimental, worker } = config;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...(experimental && { experimental }),
    ...(worker && { worker }),
    build: { write: false, minify: false, assetsInlineLimit: 0 },
  });
  if (!('output' in result)) throw new Error('the build has no single output');
  return new Map(result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
}

test('a built file names others so that they come from where it comes from, and workers from the page', async () => {
  const files = await buildSources();
  const find = (pattern: RegExp) => [...files].find(([name]) => pattern.test(name))?.[1] ?? '';
  // The server puts the CDN's origin before these paths.
  expect(find(/^index\.html$/)).toMatch(/<script type="module" crossorigin src="\/assets\/index-[\w-]+\.js">/);
  expect(find(/^index\.html$/)).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/index-[\w-]+\.css">/);
  expect(find(/index-.*\.css$/)).toMatch(/url\(['"]?\.\/font-[\w-]+\.woff2/);
  const script = find(/index-.*\.js$/);
  expect(script).toMatch(/import\(["'`]\.\/page-[\w-]+\.js["'`]\)/);
  expect(script).toContain('new URL(dep, importerUrl).href');
  const preloadedFiles = /__vite__mapDeps=.*?\[((?:new URL|[^\]])*)\]/.exec(script)?.[1] ?? '';
  expect(preloadedFiles).toMatch(/page-[\w-]+\.css/);
  expect(preloadedFiles).not.toMatch(/["'`]\/assets\//);
  const absolutePaths = [...script.matchAll(/["'`](\/assets\/[^"'`]+)["'`]/g)].map(([, path = '']) => path);
  expect(absolutePaths.length).toBeGreaterThan(0);
  for (const path of absolutePaths) expect(path).toMatch(/^\/assets\/worker-job-[\w-]+\.js$/);
});
