import { type ReactElement, type ReactNode, useId } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import { classNames } from '../../ui/class-names.ts';

/** A line of the palette. */
export interface PaletteLine {
  readonly id: string;
  readonly icon: ReactElement;
  readonly name: string;
  /** Below the name. */
  readonly detail?: ReactNode;
  /** At the right edge. */
  readonly hint?: ReactNode;
  readonly choose: () => void;
  /** What can be done with the guest of this line. */
  readonly actions?: readonly PaletteLine[];
  /** The line is an action of the guest above it. */
  readonly isNested?: true;
}

interface PaletteGroupProps {
  title: string;
  lines: readonly PaletteLine[];
  /** The lines belong to an earlier text: they remain until new ones arrive, but cannot be chosen. */
  isStale: boolean;
  activeId: string | undefined;
  optionId: (line: PaletteLine) => string;
  onHighlight: (line: PaletteLine) => void;
}

/** Lines of the palette under their heading. */
export function PaletteGroup({ title, lines, isStale, activeId, optionId, onHighlight }: PaletteGroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classNames('not-last:mb-2', isStale && 'opacity-55')}>
      <p id={id} className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">
        {title}
      </p>
      {lines.map((line) => {
        const isActive = optionId(line) === activeId;
        return (
          <div
            key={line.id}
            id={optionId(line)}
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            aria-disabled={isStale || undefined}
            data-highlighted={isActive ? '' : undefined}
            className={classNames(
              'choice min-h-(--control)! cursor-pointer! gap-3! aria-disabled:cursor-default!',
              line.isNested && 'pl-10!',
            )}
            // On move, not on enter: scrolling below a resting pointer must not change the active line.
            onPointerMove={() => !isStale && !isActive && onHighlight(line)}
            // The input must keep the focus until the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => !isStale && line.choose()}
          >
            <span className="flex shrink-0 text-muted">{line.icon}</span>
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate">{line.name}</span>
              {line.detail && <span className="truncate text-sm text-muted tabular">{line.detail}</span>}
            </span>
            {line.hint && <span className="shrink-0 text-xs text-faint">{line.hint}</span>}
            {isActive && line.actions && (
              <span aria-hidden="true" className="shrink-0 pointer-coarse:hidden">
                <Kbd>→</Kbd>
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
