import { Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { pageTitle, usePageTitle } from './page-title.ts';

const pendingPromise = new Promise<never>(() => undefined);

function PageWithTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function LoadingPage() {
  return use(pendingPromise);
}

test('a page removes its title when it is hidden while the next one loads', async () => {
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  const render = (isNext: boolean) => {
    root.render(
      <Suspense fallback={null}>
        {isNext ? <LoadingPage key="next" /> : <PageWithTitle title="Sari Wulandari" />}
      </Suspense>,
    );
  };
  render(false);
  await expect.poll(pageTitle.get).toBe('Sari Wulandari');
  render(true);
  await expect.poll(pageTitle.get).toBe('');
});
