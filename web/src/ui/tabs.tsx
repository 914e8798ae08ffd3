import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabsProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; count?: number; panel: ReactNode }[];
  /** The name of the row of tabs for screen readers. */
  label: string;
}

/** The panels of a record. Only the active one is rendered. */
export function Tabs<V extends string>({ value, onValueChange, tabs, label }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next: V) => onValueChange(next)} className="flex min-h-0 flex-col">
      <Base.List aria-label={label} className="relative flex shrink-0 gap-1 overflow-x-auto border-b border-border">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-(--control) items-center gap-1.5 rounded-t-md px-3 text-base font-medium whitespace-nowrap text-muted hover:text-text data-active:text-text focus-visible:-outline-offset-2 print:not-data-active:hidden"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular">{tab.count}</span>
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 print:hidden w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-200 forced-colors:bg-[Highlight]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-h-0 flex-1 pt-4">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
