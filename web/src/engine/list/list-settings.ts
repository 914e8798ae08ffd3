import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { changeSettings, settings, useSettings } from '../../session/settings.ts';
import { type ColumnLayout, isDefaultLayout, readLayout } from './column-layout.ts';

export const DENSITIES = ['compact', 'cosy', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a row in pixels. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 30, cosy: 38, comfortable: 48 };

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  // Any object may be read by key.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const storedLayouts = (stored: unknown): Readonly<Record<string, unknown>> => record(record(stored)['columns']);

/** The user's column layout of one list, stored with the user. */
export function useColumnLayout(d: ResourceDefinition): [ColumnLayout, (layout: ColumnLayout) => void] {
  const stored = storedLayouts(useSettings()['lists'])[d.key];
  const layout = useMemo(() => readLayout(stored), [stored]);
  const change = useCallback(
    (next: ColumnLayout) => {
      const lists = settings.get()['lists'];
      const { [d.key]: _, ...others } = storedLayouts(lists);
      changeSettings({
        lists: { ...record(lists), columns: isDefaultLayout(next) ? others : { ...others, [d.key]: next } },
      });
    },
    [d.key],
  );
  return [layout, change];
}

/** Row density of all lists. */
export function useDensity(): [Density, (density: Density) => void] {
  const stored = record(useSettings()['lists'])['density'];
  const density = DENSITIES.find((value) => value === stored) ?? 'cosy';
  return [density, (next) => changeSettings({ lists: { ...record(settings.get()['lists']), density: next } })];
}

/** Id of the view a list opens with for this user, stored with the user. Undefined opens the default list. */
export function useOpeningView(d: ResourceDefinition): [number | undefined, (id: number | undefined) => void] {
  const stored = record(record(useSettings()['lists'])['opening'])[d.key];
  const change = (id: number | undefined) => {
    const lists = record(settings.get()['lists']);
    const { [d.key]: _, ...others } = record(lists['opening']);
    changeSettings({ lists: { ...lists, opening: id === undefined ? others : { ...others, [d.key]: id } } });
  };
  return [typeof stored === 'number' ? stored : undefined, change];
}
