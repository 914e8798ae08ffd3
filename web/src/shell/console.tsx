import { CSPProvider } from '@base-ui/react/csp-provider';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { SessionGate } from './session-gate.tsx';
import { router } from './router.tsx';

/** The root component of the console; shows the page at the window's URL. */
export const Console = () => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
      </CSPProvider>
    </I18nProvider>
  </StrictMode>
);
