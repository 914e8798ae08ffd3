import './ui/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activateLanguage, preferredLanguage } from './i18n/language.ts';
import { followSettings } from './session/settings.ts';
import { readSession } from './session/stored-session.ts';
import { startSession } from './session/session.ts';
import { SessionGate } from './shell/session-gate.tsx';
import { watchBuild } from './shell/stale-build.ts';
import { followTheme } from './shell/theme.ts';
import { preloadShell } from './shell/preload.ts';
import { router } from './shell/router.tsx';
import { startTooltips } from './ui/tooltip-host.ts';

followSettings();
followTheme();
startTooltips();
await activateLanguage(preferredLanguage());
void startSession();
if (readSession()) preloadShell(location.pathname);
watchBuild(router);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
      </CSPProvider>
    </I18nProvider>
  </StrictMode>,
);
