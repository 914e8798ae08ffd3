import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { registerExtensions } from './engine/form/extensions.ts';
import { extensions } from './features/extensions.ts';
import { activateLanguage, preferredLanguage } from './i18n/language.ts';
import { watchSettings } from './session/settings.ts';
import { preload, registerPreload } from './session/preload.ts';
import { readSession } from './session/stored-session.ts';
import { startSession } from './session/session.ts';
import { Console } from './shell/console.tsx';
import { watchBuild } from './shell/stale-build.ts';
import { watchTheme } from './shell/theme.ts';
import { preloadShell } from './shell/preload.ts';
import { router } from './shell/router.tsx';
import { startTooltips } from './ui/tooltip-host.ts';

/** Starts the console. A function, because the bundler splits code with a top-level `await` into more chunks. */
async function startConsole(): Promise<void> {
  registerExtensions(extensions);
  watchSettings();
  watchTheme();
  startTooltips();
  await activateLanguage(preferredLanguage());
  void startSession();
  registerPreload(preloadShell);
  if (readSession()) preload(location.pathname);
  watchBuild(router);

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(<Console />);
}

void startConsole();
