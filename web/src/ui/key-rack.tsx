/** The board by floor, from the top; 1 means that the key of the room is on its hook. */
const FLOORS = [
  '101101110',
  '110010101',
  '001101011',
  '101011010',
  '011100111',
  '110101001',
  '100110110',
  '011011010',
  '110100101',
];
const WIDTH = 100;
const HEIGHT = 124;

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const hook = (x: number, y: number) => circle(x, y + 42, 2.5);
const key = (x: number, y: number) =>
  `${circle(x, y + 56, 11)}${circle(x, y + 56, 5)}M${x - 3} ${y + 66.6}v33.4h6v-5h5v-6h-5v-4h5v-6h-5v-12.4`;

const ROOMS = FLOORS.flatMap((keys, row) =>
  [...keys].map((mark, column) => ({
    number: (FLOORS.length - row) * 100 + column + 1,
    x: (column + 0.5) * WIDTH,
    y: row * HEIGHT,
    hasKey: mark === '1',
  })),
);

export interface KeyRackProps {
  /** The number of the highlighted room; 506 by default. Its key is on the hook unless it is `missing`. */
  room?: number;
  missing?: boolean;
}

/** The key board of a reception. Decorative, and drawn as few shapes, because it is on the first page that loads. */
export function KeyRack({ room = 506, missing = false }: KeyRackProps) {
  const chosen = ROOMS.find(({ number }) => number === room);
  const others = ROOMS.filter(({ number }) => number !== room);
  const outline = others.map(({ x, y, hasKey }) => hook(x, y) + (hasKey ? key(x, y) : '')).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${9 * WIDTH} ${FLOORS.length * HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      textAnchor="middle"
      fontSize="11"
      letterSpacing="0.06em"
    >
      <path d={outline} className="stroke-deep-line" />
      <g className="fill-deep-line tabular">
        {others.map(({ number, x, y }) => (
          <text key={number} x={x} y={y + 26}>
            {number}
          </text>
        ))}
      </g>
      {chosen && (
        <>
          <path
            d={hook(chosen.x, chosen.y) + (missing ? '' : key(chosen.x, chosen.y))}
            className="stroke-deep-highlight"
          />
          <text x={chosen.x} y={chosen.y + 26} className="fill-deep-highlight tabular">
            {chosen.number}
          </text>
        </>
      )}
    </svg>
  );
}
