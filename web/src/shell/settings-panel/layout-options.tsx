import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { changeLayout } from '../layouts/change-layout.ts';
import type { LayoutConfig, LayoutOption, LayoutSection } from '../layouts/layout.ts';
import { useLayout } from '../layouts/use-layout.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** The options of the current layout, as its definition lists them. */
export function LayoutOptions() {
  const { layout, config } = useLayout();
  return layout.sections.map((section) => <OptionSection key={section.label.id} section={section} config={config} />);
}

function OptionSection({ section, config }: { section: LayoutSection; config: LayoutConfig }) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="border-t border-border py-2.5">
      <h4 id={id} className="font-medium">
        {i18n._(section.label)}
      </h4>
      {section.options
        .filter(({ when }) => when?.(config) ?? true)
        .map((option) => (
          <LayoutOptionInput key={option.key} option={option} value={config[option.key]} />
        ))}
    </div>
  );
}

function LayoutOptionInput({ option, value }: { option: LayoutOption; value: LayoutConfig[keyof LayoutConfig] }) {
  const { i18n } = useLingui();
  const label = i18n._(option.label);
  if (!option.choices)
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onCheckedChange={(checked) => changeLayout({ [option.key]: checked })}
      />
    );
  return (
    <Segmented
      label={label}
      value={String(value)}
      onValueChange={(next) => changeLayout({ [option.key]: next })}
      options={option.choices.map((choice) => ({ value: String(choice.value), label: i18n._(choice.label) }))}
    />
  );
}
