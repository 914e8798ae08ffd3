import { type ReactElement, type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A line as it is drawn and chosen. */
export interface PaletteLine {
  readonly id: string;
  readonly icon: ReactElement;
  readonly name: string;
  /** Below the name. */
  readonly detail?: ReactNode;
  /** At the right edge. */
  readonly hint?: ReactNode;
  readonly choose: () => void;
}

interface PaletteGroupProps {
  title: string;
  lines: readonly PaletteLine[];
  /** They answer an earlier text: seen until the new answer comes, but not to be chosen. */
  isLate: boolean;
  activeId: string | undefined;
  optionId: (line: PaletteLine) => string;
  onPoint: (line: PaletteLine) => void;
}

/** Lines of the palette under their heading. */
export function PaletteGroup({ title, lines, isLate, activeId, optionId, onPoint }: PaletteGroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classNames('not-last:mb-2', isLate && 'opacity-55')}>
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
            aria-disabled={isLate || undefined}
            data-highlighted={isActive ? '' : undefined}
            className="choice min-h-(--control)! cursor-pointer! gap-3! aria-disabled:cursor-default!"
            // Scrolling below a resting pointer chooses nothing.
            onPointerMove={() => !isLate && !isActive && onPoint(line)}
            // The input must not lose the focus before the click has come.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => !isLate && line.choose()}
          >
            <span className="flex shrink-0 text-muted">{line.icon}</span>
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate">{line.name}</span>
              {line.detail && <span className="truncate text-sm text-muted tabular">{line.detail}</span>}
            </span>
            {line.hint && <span className="shrink-0 text-xs text-faint">{line.hint}</span>}
          </div>
        );
      })}
    </div>
  );
}
