/** Equal faults of this many milliseconds are one line. */
const INTERVAL_MS = 1_000;

interface FaultLogger {
  error(details: object, message: string): void;
}

interface Repetition {
  count: number;
  /** Logs the newest of them. */
  log: (repeated: number) => void;
}

const repetitionByFault = new Map<string, Repetition>();

/**
 * Logs a fault at once. Equal ones within the next second are counted, and become one line at its end, so that a
 * database that is away does not fill the disk with the same words.
 */
export function logFault(log: FaultLogger, error: unknown, message: string): void {
  const fault = `${message} ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`;
  const logRepeated = (repeated: number) => log.error({ err: error, repeated }, message);
  const repetition = repetitionByFault.get(fault);
  if (repetition) {
    repetition.count += 1;
    repetition.log = logRepeated;
    return;
  }
  log.error({ err: error }, message);
  const first: Repetition = { count: 0, log: logRepeated };
  repetitionByFault.set(fault, first);
  setTimeout(() => {
    repetitionByFault.delete(fault);
    if (first.count > 0) first.log(first.count);
  }, INTERVAL_MS).unref();
}
