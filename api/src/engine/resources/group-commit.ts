import { setImmediate } from 'node:timers/promises';

/** A write that could go into a transaction with others like it. */
interface Gathered<W, A> {
  readonly write: W;
  /** Writes it by a transaction of its own. */
  readonly alone: () => Promise<A>;
  readonly resolve: (answer: A | Promise<A>) => void;
}

/** The writes of one kind that wait, and the transactions that are under way. */
interface Lane<W, A> {
  readonly waiting: Gathered<W, A>[];
  underWay: number;
}

/** Transactions of a kind at once: the database does one while the requests of another are read and answered. */
const AT_ONCE = 2;
/** Writes that one transaction takes. */
const TOGETHER = 100;

/**
 * Group commit: a write that comes alone goes at once; those that come at the same moment, or while others of their kind are under way, are
 * gathered, and written by one transaction as soon as its turn comes. `together` answers each at its place, or with the error that it ends
 * in; those that it does not answer are written alone. It throws nothing. See docs/decisions/0073-group-commit.md.
 */
export function createGroupCommit<W, A>(
  together: (writes: readonly W[]) => Promise<readonly (A | Error | undefined)[]>,
): (kind: string, write: W, alone: () => Promise<A>) => Promise<A> {
  const lanes = new Map<string, Lane<W, A>>();

  async function commit([first, ...others]: readonly Gathered<W, A>[]): Promise<void> {
    if (!first) return;
    if (others.length === 0) {
      const answer = first.alone();
      first.resolve(answer);
      await answer.catch(() => undefined);
      return;
    }
    const all = [first, ...others];
    const answers = await together(all.map(({ write }) => write));
    for (const [i, { alone, resolve }] of all.entries()) {
      const answer = answers[i] ?? alone();
      resolve(answer instanceof Error ? Promise.reject(answer) : answer);
    }
  }

  async function next(kind: string, lane: Lane<W, A>): Promise<void> {
    if (lane.underWay === AT_ONCE) return;
    if (lane.waiting.length === 0) return void (lane.underWay > 0 || lanes.delete(kind));
    lane.underWay += 1;
    // Writes that have come with this one, and are not read yet.
    await setImmediate();
    await commit(lane.waiting.splice(0, TOGETHER));
    lane.underWay -= 1;
    void next(kind, lane);
  }

  return (kind, write, alone) =>
    new Promise((resolve) => {
      const lane = lanes.get(kind) ?? { waiting: [], underWay: 0 };
      lanes.set(kind, lane);
      lane.waiting.push({ write, alone, resolve });
      void next(kind, lane);
    });
}
