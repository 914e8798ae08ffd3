import { Trans, useLingui } from '@lingui/react/macro';
import Bookmark from 'lucide-react/icons/bookmark';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { use } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ViewsContext } from './views-context.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const ViewPanel = lazyComponent(async () => (await import('./view-panel.tsx')).ViewPanel);

/** The views of a list; the button shows the name of the active one. */
export function ViewMenu() {
  const { t } = useLingui();
  const handle = use(ViewsContext);
  const chosenView = handle?.chosenView;
  return (
    <MenuButton
      panel={ViewPanel}
      trigger={
        <Button
          variant="ghost"
          size="small"
          className="max-w-60 min-w-0 shrink! text-muted! max-sm:max-w-40 print:hidden"
          icon={<Bookmark size={15} className={chosenView ? 'fill-current' : undefined} />}
        >
          <span className={classNames('truncate', !chosenView && 'max-sm:sr-only')}>
            {chosenView ? chosenView.name : <Trans>Views</Trans>}
          </span>
          {handle?.isChanged && (
            <span role="img" aria-label={t`changed`} className="size-1.5 shrink-0 rounded-full bg-accent" />
          )}
          <ChevronDown size={14} />
        </Button>
      }
    />
  );
}
