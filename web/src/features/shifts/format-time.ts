import { formatDateTime } from '../../format/date.ts';

/** The time of an instant at a hotel, with its zone if that differs from the browser's: `14:05`, `16:05 WIT`. */
export const formatTime = (wire: string, hotelZone: string): string =>
  formatDateTime(wire, hotelZone).split(' - ').at(-1) ?? '';
