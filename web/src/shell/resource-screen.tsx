import { getResource } from '@innkeeper/contract';
import { useRouteContext } from '@tanstack/react-router';
import { opensOverList } from '../engine/form/record-path.ts';
import { ResourceListPage } from '../engine/list/list-page.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { loadRecordPage } from './preload-record-page.ts';

const ResourceRecordPage = lazyComponent(async () => (await loadRecordPage()).ResourceRecordPage);

const NewRecordPage = lazyComponent(async () => (await import('../engine/record/new-record-page.tsx')).NewRecordPage);

const FindRecordPage = lazyComponent(
  async () => (await import('../engine/record/find-record-page.tsx')).FindRecordPage,
);

const ImportPage = lazyComponent(async () => (await import('../engine/import-export/import-page.tsx')).ImportPage);

/**
 * The list of a resource, one of its records, or a further page of it. The keys remount the page, so that no state leaks
 * to the next one.
 */
export function ResourceScreen() {
  const { resource, record } = useRouteContext({ from: '/shell/$' }).place;
  if (record === null) return <ResourceListPage key={resource} resource={resource} />;
  if (record === 'import') return <ImportPage key={resource} resource={resource} />;
  if (record === 'find') return <FindRecordPage key={resource} resource={resource} />;
  if (opensOverList(getResource(resource)))
    return <ResourceListPage key={`${resource}/${record}`} resource={resource} initialRecord={record} />;
  if (record === 'new') return <NewRecordPage key={resource} definition={getResource(resource)} />;
  return <ResourceRecordPage key={`${resource}/${record}`} resource={resource} id={Number(record)} />;
}
