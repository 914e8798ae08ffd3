/**
 * What every page of a signed-in user needs, imported on demand as one module: each module that is imported on its own
 * costs a request, and the list of a resource would wait for one after the other.
 */
export { findResourcePath } from '../engine/data/resource-path.ts';
export { Layout } from './layout.tsx';
export { preloadRecordPage } from './preload-record-page.ts';
export { ResourceScreen } from './resource-screen.tsx';
