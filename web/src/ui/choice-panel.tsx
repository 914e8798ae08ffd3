import { use } from 'react';
import { ChoiceContext } from './choice-context.ts';
import type { MenuPanelProps } from './menu-button.tsx';
import { MenuChoices, MenuPanel } from './menu.tsx';

/** The list of a choice button. */
export function ChoicePanel(props: MenuPanelProps) {
  const handle = use(ChoiceContext);
  return (
    <MenuPanel {...props} align="start">
      {handle && <MenuChoices value={handle.value} onValueChange={handle.onValueChange} choices={handle.options} />}
    </MenuPanel>
  );
}
