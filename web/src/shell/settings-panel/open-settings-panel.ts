import { onSessionEnd } from '../../session/session-end.ts';
import { currentUser } from '../../session/user.ts';
import { createStore } from '../../ui/store.ts';

/** `unused`: it has not been opened since the session began, and its code has not been fetched. */
export const settingsPanel = createStore<'unused' | 'open' | 'closed'>('unused');

onSessionEnd(() => settingsPanel.set('unused'));

/** Only users with an email have a settings panel. */
export const canOpenSettings = (user = currentUser()): boolean => Boolean(user?.email);

/** Opens the settings panel, from anywhere. */
export function openSettingsPanel(): void {
  if (canOpenSettings()) settingsPanel.set('open');
}

export const closeSettingsPanel = (): void => settingsPanel.set('closed');
