import { useLingui } from '@lingui/react';
import { presetGroups, presetPhrase } from './date-presets.ts';
import { OptionButton } from './option-button.tsx';

interface PresetEditorProps {
  /** The column's days are in the future. */
  isFutureFirst: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The relative date ranges, all visible. */
export function PresetEditor({ isFutureFirst, value, onChange }: PresetEditorProps) {
  useLingui();
  return (
    <div className="flex flex-col gap-2.5">
      {presetGroups(isFutureFirst).map(({ heading, presets }) => (
        <div key={heading} role="group" aria-label={heading}>
          <div aria-hidden="true" className="mb-1 text-xs text-faint">
            {heading}
          </div>
          <div className="flex flex-wrap gap-1">
            {presets.map(({ preset, label }) => (
              <OptionButton
                key={preset}
                pressed={preset === value}
                aria-label={presetPhrase(preset)}
                className="tabular"
                onClick={() => onChange(preset === value ? '' : preset)}
              >
                {label}
              </OptionButton>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
