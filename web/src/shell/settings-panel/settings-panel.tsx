import { Dialog } from '@base-ui/react/dialog';
import { Trans, useLingui } from '@lingui/react/macro';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { changeSettings, settings, useSettings } from '../../session/settings.ts';
import { THEME_AREAS, DEFAULT_APPEARANCE } from '../../session/settings-shape.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { LayoutOptions } from './layout-options.tsx';
import { LayoutPicker } from './layout-picker.tsx';
import { closeSettingsPanel } from './open-settings-panel.ts';
import { ThemePicker } from './theme-picker.tsx';

/** The appearance of the console. Changes show immediately behind the panel, so it has no backdrop or focus trap. */
export function SettingsPanel({ open }: { open: boolean }) {
  const { t } = useLingui();
  const { customScrollbars } = useSettings();
  return (
    <Dialog.Root
      open={open}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next) => next || closeSettingsPanel()}
    >
      <Dialog.Portal>
        <Dialog.Popup
          finalFocus={findSettingsButton}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-border bg-raised text-text shadow-overlay transition-[translate] duration-200 outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full sm:w-(--settings-panel) sm:border-l print:hidden"
        >
          <header className="flex h-(--toolbar) shrink-0 items-center justify-between gap-3 border-b border-border pr-3 pl-5">
            <Dialog.Title className="text-lg font-semibold tracking-tight">
              <Trans>Settings</Trans>
            </Dialog.Title>
            <IconButton label={t`Close`} side="left" onClick={closeSettingsPanel}>
              <X size={18} />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-6">
            <PanelSection title={t`Layout style`}>
              {(id) => (
                <>
                  <LayoutPicker labelledBy={id} />
                  <div className="mt-4">
                    <LayoutOptions />
                  </div>
                </>
              )}
            </PanelSection>
            <PanelSection title={t`Theme`}>
              {() => (
                <div className="flex flex-col gap-4">
                  {THEME_AREAS.map((area) => (
                    <ThemePicker key={area} area={area} />
                  ))}
                </div>
              )}
            </PanelSection>
            <PanelSection title={t`Custom Scrollbars`}>
              {() => (
                <Checkbox
                  label={t`Thin scrollbars in theme colours`}
                  checked={customScrollbars}
                  onCheckedChange={(checked) => changeSettings({ customScrollbars: checked })}
                />
              )}
            </PanelSection>
          </div>
          <footer className="border-t border-border px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <Button
              icon={<RotateCcw size={16} />}
              className="w-full"
              onClick={() => resetAppearance(t`Display settings reset.`, t`Undo`)}
            >
              <Trans>Reset to default</Trans>
            </Button>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Finds the element to focus when the panel closes; true for the default. The pressed button may be gone, because
 * another layout renders its own.
 */
const findSettingsButton = (): HTMLElement | true =>
  [...document.querySelectorAll<HTMLElement>('[data-settings-button]')].find((button) => button.checkVisibility()) ??
  true;

/** Resets the appearance to the defaults; the message offers Undo. */
function resetAppearance(message: string, undoLabel: string): void {
  const { layout, themes, customScrollbars } = settings.get();
  changeSettings(DEFAULT_APPEARANCE);
  showMessage({
    message,
    variant: 'info',
    action: { label: undoLabel, onClick: () => changeSettings({ layout, themes, customScrollbars }) },
  });
}

function PanelSection({ title, children }: { title: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="not-first:border-t not-first:border-border">
      <h3 id={id} className="pt-5 pb-3 text-sm font-semibold text-muted">
        {title}
      </h3>
      <div className="pb-4">{children(id)}</div>
    </section>
  );
}
