import { useRouteContext } from '@tanstack/react-router';
import { lazy } from 'react';

const ResourceListPage = lazy(async () => ({
  default: (await import('../resource/list/list-page.tsx')).ResourceListPage,
}));
const ResourceRecordPage = lazy(async () => ({
  default: (await import('../resource/form/record-page.tsx')).ResourceRecordPage,
}));

/** The list of a resource, or one of its records. Another resource is another page: nothing of the last one stays. */
export function ResourceScreen() {
  const { resource, record } = useRouteContext({ from: '/shell/$' }).place;
  if (record === null) return <ResourceListPage key={resource} resource={resource} />;
  return <ResourceRecordPage key={`${resource}/${record}`} resource={resource} id={record} />;
}
