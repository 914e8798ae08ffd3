import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { dialogs } from '../../ui/dialog-store.ts';
import { useKeyHints } from '../../ui/page-keys.ts';
import { saveByKey } from './form-body.tsx';
import type { ResourceForm } from './use-resource-form.ts';

/**
 * Ctrl+S and Ctrl+Enter save the form of a page, wherever the focus is. While a dialog is open, they apply to the
 * dialog.
 */
export function useSaveKeys(form: ResourceForm | null): void {
  const { t } = useLingui();
  useKeyHints(form ? [{ key: 'Ctrl S', label: t`Save` }] : []);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latest.current && dialogs.get().length === 0) saveByKey(event, latest.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
