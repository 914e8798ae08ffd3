import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { changeSettings, settings, useSettings } from '../../session/settings.ts';
import { type ColumnLayout, isDefaultLayout, readLayout } from './column-layout.ts';

export const DENSITIES = ['compact', 'cosy', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a row in pixels. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 30, cosy: 38, comfortable: 48 };

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  // Any object may be read by key.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const readLayouts = (stored: unknown): Readonly<Record<string, unknown>> => asRecord(asRecord(stored)['columns']);

/** The user's column layout of one list, stored with the user. */
export function useColumnLayout(definition: ResourceDefinition): [ColumnLayout, (layout: ColumnLayout) => void] {
  const stored = readLayouts(useSettings()['lists'])[definition.key];
  const layout = useMemo(() => readLayout(stored), [stored]);
  const storeLayout = useCallback(
    (next: ColumnLayout) => {
      const lists = settings.get()['lists'];
      const { [definition.key]: _, ...others } = readLayouts(lists);
      changeSettings({
        lists: { ...asRecord(lists), columns: isDefaultLayout(next) ? others : { ...others, [definition.key]: next } },
      });
    },
    [definition.key],
  );
  return [layout, storeLayout];
}

/** Row density of all lists. */
export function useDensity(): [Density, (density: Density) => void] {
  const stored = asRecord(useSettings()['lists'])['density'];
  const density = DENSITIES.find((value) => value === stored) ?? 'cosy';
  return [density, (next) => changeSettings({ lists: { ...asRecord(settings.get()['lists']), density: next } })];
}

/** Id of the view a list opens with for this user, stored with the user. Undefined opens the default list. */
export function useOpeningView(definition: ResourceDefinition): [number | undefined, (id: number | undefined) => void] {
  const stored = asRecord(asRecord(useSettings()['lists'])['opening'])[definition.key];
  const change = (id: number | undefined) => {
    const lists = asRecord(settings.get()['lists']);
    const { [definition.key]: _, ...others } = asRecord(lists['opening']);
    changeSettings({ lists: { ...lists, opening: id === undefined ? others : { ...others, [definition.key]: id } } });
  };
  return [typeof stored === 'number' ? stored : undefined, change];
}
