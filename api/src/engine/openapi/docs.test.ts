import { DARK_THEMES } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const { app } = await startTestApp();
const get = async (url: string) => (await app.inject({ method: 'GET', url })).body;

test('the pages of the API bear the name of the product alone, and are dark where the console is', async () => {
  const page = await get('/docs/');
  expect(page).toContain('<title>Innkeeper · API</title>');
  expect(page).not.toContain('favicon-32x32');
  expect(await get('/docs/static/theme/look.css')).toContain('.topbar { display: none }');
  expect(await get('/docs/static/theme/look.js')).toContain(JSON.stringify(DARK_THEMES));
  expect(await get('/docs/static/theme/mark.svg')).toContain('<svg');
  expect(await get('/docs/static/swagger-initializer.js')).toContain('"docExpansion":"none"');
});
