const COLUMNS = 9;
const FLOORS = 9;
const WIDTH = 100;
const HEIGHT = 124;

/** Which rooms are at home: any rule that looks like chance will do, as long as it is always the same. */
const hasKey = (floor: number, room: number): boolean => (floor * 37 + room * 19 + floor * floor * room) % 7 < 4;
/** The one key that is yours. */
const YOURS = { floor: 5, room: 6 };

/** The board of keys behind every reception. An ornament. */
export function KeyRack() {
  const rooms = Array.from({ length: COLUMNS * FLOORS }, (_, index) => ({
    floor: FLOORS - Math.floor(index / COLUMNS),
    room: (index % COLUMNS) + 1,
  }));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * WIDTH} ${FLOORS * HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      {rooms.map(({ floor, room }) => {
        const yours = floor === YOURS.floor && room === YOURS.room;
        return (
          <g
            key={`${floor}-${room}`}
            transform={`translate(${(room - 1) * WIDTH} ${(FLOORS - floor) * HEIGHT})`}
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
            {(yours || hasKey(floor, room)) && (
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
