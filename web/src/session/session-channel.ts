import { type StoredSession, isSession, readSession, writeSession } from './stored-session.ts';

/**
 * How the tabs of a browser share one session. A session that is not remembered is stored per tab: a new tab requests
 * it from the others, and renewals and the end are broadcast to all tabs.
 */
type ChannelMessage =
  | { type: 'ask' }
  | { type: 'have'; session: StoredSession }
  | { type: 'renewed'; from: string; session: StoredSession }
  | { type: 'ended'; of: string };

const channel = new BroadcastChannel('innkeeper.session');
const broadcast = (message: ChannelMessage): void => channel.postMessage(message);

interface ChannelListeners {
  /** Another tab has passed on its session. */
  sessionReceived: () => void;
  /** Another tab has signed out. */
  ended: () => void;
}

export function listenToTabs({ sessionReceived, ended }: ChannelListeners): void {
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    const own = readSession();
    if (data.type === 'ask' && own) broadcast({ type: 'have', session: own });
    if (data.type === 'renewed' && isSession(data.session) && own?.refresh_token === data.from)
      writeSession(data.session);
    // A remembered session is removed from the shared storage before its end is broadcast.
    if (data.type === 'ended' && (!own || own.refresh_token === data.of)) ended();
    if (data.type === 'have' && isSession(data.session) && !own) {
      writeSession(data.session);
      sessionReceived();
    }
  });
}

export const requestSessionFromTabs = (): void => broadcast({ type: 'ask' });
export const announceRenewal = (from: string, session: StoredSession): void =>
  broadcast({ type: 'renewed', from, session });
export const announceEnd = (session: StoredSession): void => broadcast({ type: 'ended', of: session.refresh_token });
