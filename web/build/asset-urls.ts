import type { UserConfig } from 'vite';

/** Names of the bundle's workers. */
export const WORKER_FILES = 'assets/worker-[name]-[hash].js';
const isWorker = (file: string): boolean => file.startsWith('assets/worker-');

/**
 * Where the built files find each other. The page names its files by paths, before which the server puts the CDN's
 * origin (`ASSETS_URL`). Scripts and styles find theirs relative to themselves, so the rest of the bundle follows. Only
 * workers always come from the page's own origin, as browsers require.
 */
export const renderBuiltUrl: NonNullable<UserConfig['experimental']>['renderBuiltUrl'] = (file, { hostType }) =>
  hostType === 'html' || isWorker(file) ? `/${file}` : { relative: true };
