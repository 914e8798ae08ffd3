import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../session/settings.ts';
import { LAYOUT_STYLES, type LayoutStyle } from '../../session/settings-shape.ts';
import { chooseLayout } from '../layouts/change-layout.ts';
import { LAYOUTS } from '../layouts/use-layout.ts';

/** Where the navigation and the content stand in the picture: x, y, width, height. */
const PICTURES: Readonly<Record<LayoutStyle, { bars: readonly Box[]; content: Box }>> = {
  layout1: {
    bars: [
      [0, 0, 26, 60],
      [26, 0, 70, 9],
    ],
    content: [32, 15, 58, 39],
  },
  layout2: {
    bars: [
      [0, 0, 96, 9],
      [0, 9, 96, 9],
    ],
    content: [6, 24, 84, 30],
  },
  layout3: {
    bars: [
      [0, 0, 96, 9],
      [0, 9, 96, 9],
    ],
    content: [22, 24, 52, 30],
  },
};
type Box = readonly [number, number, number, number];

/** The layouts, each by its picture. */
export function LayoutPicker({ labelledBy }: { labelledBy: string }) {
  const { i18n } = useLingui();
  const { style } = useSettings().layout;
  return (
    <RadioGroup
      aria-labelledby={labelledBy}
      value={style}
      onValueChange={(next) => chooseLayout(next)}
      className="grid grid-cols-3 gap-3"
    >
      {LAYOUT_STYLES.map((value) => (
        <label key={value} className="flex cursor-pointer flex-col gap-1.5 text-center text-sm">
          <Radio.Root
            value={value}
            className="block overflow-hidden rounded-md border border-strong-border outline-offset-2 data-checked:border-accent data-checked:outline-2 data-checked:outline-accent focus-visible:outline-2 focus-visible:outline-focus"
          >
            <Picture {...PICTURES[value]} />
          </Radio.Root>
          {i18n._(LAYOUTS[value].label)}
        </label>
      ))}
    </RadioGroup>
  );
}

function Picture({ bars, content }: { bars: readonly Box[]; content: Box }) {
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" className="block w-full bg-canvas">
      {bars.map(([x, y, width, height]) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={width}
          height={height}
          className="fill-hover stroke-strong-border"
          strokeWidth="0.75"
        />
      ))}
      <rect
        x={content[0]}
        y={content[1]}
        width={content[2]}
        height={content[3]}
        rx="2"
        className="fill-accent-soft stroke-accent"
        strokeWidth="0.75"
      />
    </svg>
  );
}
