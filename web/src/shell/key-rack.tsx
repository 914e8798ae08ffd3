/** The board, floor by floor from the top: which rooms have their key on its hook. */
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

export interface KeyRackProps {
  /** The room that stands out, by its number; 506 by default. Its key hangs there unless it is `missing`. */
  room?: number;
  missing?: boolean;
}

/** The board of keys behind every reception. An ornament. */
export function KeyRack({ room: chosen = 506, missing = false }: KeyRackProps) {
  const rooms = FLOORS.flatMap((keys, row) =>
    [...keys].map((key, column) => ({ floor: FLOORS.length - row, room: column + 1, hasKey: key === '1' })),
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${9 * WIDTH} ${FLOORS.length * HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      {rooms.map(({ floor, room, hasKey }) => {
        const yours = floor * 100 + room === chosen;
        return (
          <g
            key={`${floor}-${room}`}
            transform={`translate(${(room - 1) * WIDTH} ${(FLOORS.length - floor) * HEIGHT})`}
            className={yours ? 'stroke-deep-highlight' : 'stroke-deep-line'}
          >
            <text
              x={WIDTH / 2}
              y="26"
              textAnchor="middle"
              strokeWidth="0"
              fontSize="11"
              letterSpacing="0.06em"
              className={yours ? 'fill-deep-highlight tabular' : 'fill-deep-line tabular'}
            >
              {floor}
              {String(room).padStart(2, '0')}
            </text>
            <circle cx={WIDTH / 2} cy="42" r="2.5" />
            {(yours ? !missing : hasKey) && (
              <>
                <circle cx="50" cy="56" r="11" />
                <circle cx="50" cy="56" r="5" />
                <path d="M47 66.6V100h6v-5h5v-6h-5v-4h5v-6h-5V66.6" />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
