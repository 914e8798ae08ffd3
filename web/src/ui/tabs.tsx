import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { tabClass } from './tab-strip.tsx';

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly count?: number;
  readonly panel: ReactNode;
  /** Loads the panel's code as soon as the user points at the tab or moves to it. */
  readonly preload?: () => void;
}

export interface TabsProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  /** The name of the row of tabs for screen readers. */
  label: string;
}

/**
 * The panels of a record, of which only the active one is rendered. As in the ARIA pattern "tabs with manual activation",
 * arrow keys move the focus between the tabs, and Enter or Space opens one.
 */
export function Tabs<V extends string>({ value, onValueChange, tabs, label }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [focusedValue, setFocusedValue] = useState<V | null>(null);
  const activeTab = tabs.find((tab) => tab.value === value);
  const tabStop = focusedValue ?? value;
  const tabId = (tab: Tab<V>) => `${id}-tab-${tab.value}`;
  const panelId = `${id}-panel`;
  const moveFocus = (event: KeyboardEvent) => {
    const index = nextIndex(
      event.key,
      tabs.findIndex((tab) => tab.value === tabStop),
      tabs.length,
    );
    if (index === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div className="flex min-h-0 flex-col">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-border"
        onKeyDown={moveFocus}
        onBlur={() => setFocusedValue(null)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(tab)}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? panelId : undefined}
            tabIndex={tab.value === tabStop ? 0 : -1}
            className={`${tabClass(tab.value === value)} print:not-aria-selected:hidden`}
            onClick={() => onValueChange(tab.value)}
            onPointerEnter={tab.preload}
            onFocus={() => {
              setFocusedValue(tab.value);
              tab.preload?.();
            }}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular">{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      {activeTab && (
        <div
          key={value}
          role="tabpanel"
          id={panelId}
          aria-labelledby={tabId(activeTab)}
          tabIndex={0}
          className="min-h-0 flex-1 pt-4"
        >
          {activeTab.panel}
        </div>
      )}
    </div>
  );
}

/** The tab to which a key moves the focus, past the last one to the first; undefined for other keys. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
