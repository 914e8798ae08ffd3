import { Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { pageTitle, usePageTitle } from './page-title.ts';

const never = new Promise<never>(() => undefined);

function Titled({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function Loading() {
  return use(never);
}

test('a page removes its title when it is hidden while the next one loads', async () => {
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  const show = (next: boolean) => {
    root.render(
      <Suspense fallback={null}>{next ? <Loading key="next" /> : <Titled title="Sari Wulandari" />}</Suspense>,
    );
  };
  show(false);
  await expect.poll(pageTitle.get).toBe('Sari Wulandari');
  show(true);
  await expect.poll(pageTitle.get).toBe('');
});
