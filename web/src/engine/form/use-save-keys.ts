import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { dialogs } from '../../ui/dialog-store.ts';
import { useKeyHints } from '../../ui/page-keys.ts';
import { handleSaveKey } from './save-key.ts';
import type { ResourceForm } from './use-resource-form.ts';

/**
 * Ctrl+S and Ctrl+Enter save the form of a page, wherever the focus is. While a dialog is open, they apply to the
 * dialog.
 */
export function useSaveKeys(form: ResourceForm | null): void {
  const { t } = useLingui();
  useKeyHints(form ? [{ key: 'Ctrl S', label: t`Save` }] : []);
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latestForm.current && dialogs.get().length === 0) handleSaveKey(event, latestForm.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
