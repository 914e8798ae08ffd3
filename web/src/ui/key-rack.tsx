/** Key board by floor, from the top; 1 means that the room's key is on its hook. */
const KEYS_BY_FLOOR = [
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
const CELL_WIDTH = 100;
const CELL_HEIGHT = 124;

const circlePath = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
const hookPath = (x: number, y: number) => circlePath(x, y + 42, 2.5);
const keyPath = (x: number, y: number) =>
  `${circlePath(x, y + 56, 11)}${circlePath(x, y + 56, 5)}M${x - 3} ${y + 66.6}v33.4h6v-5h5v-6h-5v-4h5v-6h-5v-12.4`;

const ROOMS = KEYS_BY_FLOOR.flatMap((floor, row) =>
  [...floor].map((flag, column) => ({
    number: (KEYS_BY_FLOOR.length - row) * 100 + column + 1,
    x: (column + 0.5) * CELL_WIDTH,
    y: row * CELL_HEIGHT,
    hasKey: flag === '1',
  })),
);

export interface KeyRackProps {
  /** The number of the highlighted room; 506 by default. Its key is on the hook unless it is `missing`. */
  room?: number;
  missing?: boolean;
}

/** The key board of a reception. Decorative, and drawn as few shapes, because it is on the first page that loads. */
export function KeyRack({ room = 506, missing = false }: KeyRackProps) {
  const highlightedRoom = ROOMS.find(({ number }) => number === room);
  const otherRooms = ROOMS.filter(({ number }) => number !== room);
  const outlinePath = otherRooms.map(({ x, y, hasKey }) => hookPath(x, y) + (hasKey ? keyPath(x, y) : '')).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${9 * CELL_WIDTH} ${KEYS_BY_FLOOR.length * CELL_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      textAnchor="middle"
      fontSize="11"
      letterSpacing="0.06em"
    >
      <path d={outlinePath} className="stroke-deep-line" />
      <g className="fill-deep-line tabular">
        {otherRooms.map(({ number, x, y }) => (
          <text key={number} x={x} y={y + 26}>
            {number}
          </text>
        ))}
      </g>
      {highlightedRoom && (
        <>
          <path
            d={
              hookPath(highlightedRoom.x, highlightedRoom.y) +
              (missing ? '' : keyPath(highlightedRoom.x, highlightedRoom.y))
            }
            className="stroke-deep-highlight"
          />
          <text x={highlightedRoom.x} y={highlightedRoom.y + 26} className="fill-deep-highlight tabular">
            {highlightedRoom.number}
          </text>
        </>
      )}
    </svg>
  );
}
