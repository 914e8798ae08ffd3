import { onSessionEnd } from '../../session/session-end.ts';
import { currentUser } from '../../session/user.ts';
import { createStore } from '../../ui/store.ts';

/** `unused`: not opened since the session began. Its code is loaded when it is first opened. */
export const settingsPanel = createStore<'unused' | 'open' | 'closed'>('unused');

onSessionEnd(() => settingsPanel.set('unused'));

/** Only users with an email have a settings panel. */
export const canOpenSettings = (user = currentUser()): boolean => Boolean(user?.email);

/** Opens the settings panel, unless the user has none. */
export function openSettingsPanel(): void {
  if (canOpenSettings()) settingsPanel.set('open');
}

export const closeSettingsPanel = (): void => settingsPanel.set('closed');
