import { type StoredSession, isSession, readSession, writeSession } from './stored-session.ts';

/**
 * How the tabs of one browser keep to one session. A session that is not remembered lives in each tab's own storage: a tab
 * that opens asks the others for it, a renewal is told to all of them, and so is the end.
 */
type Word =
  | { type: 'ask' }
  | { type: 'have'; session: StoredSession }
  | { type: 'renewed'; from: string; session: StoredSession }
  | { type: 'ended'; of: string };

const channel = new BroadcastChannel('innkeeper.session');
const tell = (word: Word): void => channel.postMessage(word);

interface ChannelListeners {
  /** Another tab has handed over its session. */
  adopted: () => void;
  /** Another tab has signed out. */
  ended: () => void;
}

export function listenToTabs({ adopted, ended }: ChannelListeners): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const own = readSession();
    if (data.type === 'ask' && own) tell({ type: 'have', session: own });
    if (data.type === 'renewed' && isSession(data.session) && own?.refresh_token === data.from)
      writeSession(data.session);
    // A remembered session has gone from the shared storage before its end is told.
    if (data.type === 'ended' && (!own || own.refresh_token === data.of)) ended();
    if (data.type === 'have' && isSession(data.session) && !own) {
      writeSession(data.session);
      adopted();
    }
  });
}

export const askOtherTabs = (): void => tell({ type: 'ask' });
export const announceRenewal = (from: string, session: StoredSession): void => tell({ type: 'renewed', from, session });
export const announceEnd = (session: StoredSession): void => tell({ type: 'ended', of: session.refresh_token });
