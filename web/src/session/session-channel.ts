import { type StoredSession, isSession, readSession, writeSession } from './stored-session.ts';

/**
 * Shares one session between the tabs of a browser. A session that is not remembered is stored per tab: a new tab
 * requests it from the others. Renewals and the end of the session are broadcast to all tabs.
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
  onSession: () => void;
  /** Another tab has signed out. */
  onSessionEnded: () => void;
}

export function listenToTabs({ onSession, onSessionEnded }: ChannelListeners): void {
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    const storedSession = readSession();
    if (data.type === 'ask' && storedSession) broadcast({ type: 'have', session: storedSession });
    if (data.type === 'renewed' && isSession(data.session) && storedSession?.refresh_token === data.from)
      writeSession(data.session);
    // A remembered session is removed from the shared storage before its end is broadcast.
    if (data.type === 'ended' && (!storedSession || storedSession.refresh_token === data.of)) onSessionEnded();
    if (data.type === 'have' && isSession(data.session) && !storedSession) {
      writeSession(data.session);
      onSession();
    }
  });
}

export const requestSession = (): void => broadcast({ type: 'ask' });
export const announceRenewal = (from: string, session: StoredSession): void =>
  broadcast({ type: 'renewed', from, session });
export const announceSessionEnd = (session: StoredSession): void =>
  broadcast({ type: 'ended', of: session.refresh_token });
