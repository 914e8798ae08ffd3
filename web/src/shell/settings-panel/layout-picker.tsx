import { useLingui } from '@lingui/react/macro';
import { RadioCard, RadioGroup } from '../../ui/radio-group.tsx';
import { useSettings } from '../../session/settings.ts';
import { LAYOUT_STYLES, type LayoutStyle } from '../../session/settings-shape.ts';
import { chooseLayout } from '../layouts/change-layout.ts';
import { LAYOUTS } from '../layouts/use-layout.ts';

/** Rectangles of the bars and the content, in a picture of 96 by 60 units. */
const LAYOUT_PICTURES: Readonly<Record<LayoutStyle, { bars: readonly Box[]; content: Box }>> = {
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
/** x, y, width, height. */
type Box = readonly [number, number, number, number];

/** A choice of the layouts, each shown as a picture. */
export function LayoutPicker({ labelledBy }: { labelledBy: string }) {
  const { i18n } = useLingui();
  const { style } = useSettings().layout;
  return (
    <RadioGroup aria-labelledby={labelledBy} className="grid grid-cols-3 gap-3">
      {LAYOUT_STYLES.map((value) => (
        <RadioCard
          key={value}
          checked={value === style}
          onChoose={() => chooseLayout(value)}
          className="group flex flex-col gap-1.5 rounded-md text-center text-sm"
        >
          <span className="block overflow-hidden rounded-md border border-strong-border outline-offset-2 group-has-checked:border-accent group-has-checked:outline-2 group-has-checked:outline-accent">
            <LayoutPicture {...LAYOUT_PICTURES[value]} />
          </span>
          {i18n._(LAYOUTS[value].label)}
        </RadioCard>
      ))}
    </RadioGroup>
  );
}

function LayoutPicture({ bars, content }: { bars: readonly Box[]; content: Box }) {
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
