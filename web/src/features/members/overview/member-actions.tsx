import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useMemo } from 'react';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { can } from '../../../session/user.ts';
import { PageBar } from '../../../ui/page-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { MenuButton, type MenuPanelProps } from '../../../ui/menu-button.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { type MemberAction, useMemberActions } from './use-member-actions.ts';
import { lazyComponent } from '../../../ui/lazy-component.ts';

const { member } = resources;
const MorePanel = lazyComponent(async () => (await import('./more-panel.tsx')).MorePanel);

const UNAVAILABLE_CLASS = 'aria-disabled:cursor-not-allowed aria-disabled:text-faint!';
const DISABLED_BUTTON_CLASS = `${UNAVAILABLE_CLASS} aria-disabled:border-border! aria-disabled:bg-sunken!`;
const MOBILE_BUTTON_CLASS = 'h-13! min-w-0 flex-auto flex-col gap-0.5! border-transparent! px-1! text-xs!';

/** The most frequent actions, each with a shortcut key: renew, redeem, post a visit, send mail; then the rarer ones. */
export function MemberActions({ record }: { record: ResourceRecord }) {
  const { t } = useLingui();
  const actions = useMemberActions(record);
  usePageKeys(actions, record.deleted_at === null);
  if (record.deleted_at !== null) return null;
  return (
    <div role="group" aria-label={t`Actions`} className="flex flex-wrap gap-2 max-sm:hidden print:hidden">
      {actions.map((action) => (
        <Button
          key={action.key}
          {...buttonProps(action)}
          variant={action.isSuggested ? 'primary' : 'secondary'}
          aria-describedby={action.reason === null ? undefined : reasonId(action)}
          icon={
            // Beside a long name there is only room for the text.
            <span className="flex @max-4xl:hidden">
              <action.Icon size={16} />
            </span>
          }
          className={DISABLED_BUTTON_CLASS}
        >
          <span className="@max-6xl:hidden">{action.label}</span>
          <span className="@6xl:hidden">{action.shortLabel}</span>
          <span className="flex @max-5xl:hidden">
            <Kbd>{action.key}</Kbd>
          </span>
        </Button>
      ))}
      <MoreMenu record={record} />
    </div>
  );
}

const reasonId = ({ key }: MemberAction): string => `no-${key}`;

/** The reasons why actions are not available for the member now. */
export function UnavailableActions({ record }: { record: ResourceRecord }) {
  const { t } = useLingui();
  const unavailableActions = useMemberActions(record).filter(({ reason }) => reason !== null);
  if (record.deleted_at !== null) return null;
  return (
    // The reasons arrive later. Their line is kept free, so that the tabs below do not move.
    <div className="mb-2 min-h-lh text-sm max-sm:hidden print:hidden">
      {unavailableActions.length > 0 && (
        <ul aria-label={t`Not available now`} className="flex flex-wrap gap-x-4 text-muted">
          {unavailableActions.map((action) => (
            <li key={action.key} id={reasonId(action)}>
              {action.label}: {action.reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same actions in a bar at the bottom of a phone screen. */
export function MobileActions({ record }: { record: ResourceRecord }) {
  const { t } = useLingui();
  const actions = useMemberActions(record);
  if (record.deleted_at !== null) return null;
  return (
    <PageBar>
      <div
        role="group"
        aria-label={t`Actions`}
        className="flex border-t border-border bg-surface px-1 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
      >
        {actions.map((action) => (
          <Button
            key={action.key}
            {...buttonProps(action)}
            icon={<action.Icon size={19} />}
            className={classNames(MOBILE_BUTTON_CLASS, UNAVAILABLE_CLASS, action.isSuggested && 'text-accent-text!')}
          >
            <span className="w-full leading-tight">{action.shortLabel}</span>
          </Button>
        ))}
        <MoreMenu record={record} className={MOBILE_BUTTON_CLASS} />
      </div>
    </PageBar>
  );
}

const buttonProps = ({ key, reason, run }: MemberAction) => ({
  'aria-disabled': reason !== null || undefined,
  'aria-keyshortcuts': key,
  onClick: run,
});

/** The key of the page that opens the less frequent actions. */
const MORE_KEY = '5';

function MoreMenu({ record: { id }, className }: { record: ResourceRecord; className?: string }) {
  const { t } = useLingui();
  const isOnPhone = className !== undefined;
  const Panel = useMemo(
    () =>
      function Panel(props: MenuPanelProps) {
        return <MorePanel {...props} id={id} />;
      },
    [id],
  );
  if (
    !can(
      permission('UPDATE', member.permission),
      permission('STORE', member.permission),
      permission('DELETE', member.permission),
    )
  )
    return null;
  return (
    <MenuButton
      trigger={
        <Button icon={<Ellipsis size={isOnPhone ? 19 : 16} />} className={className}>
          <span className={isOnPhone ? undefined : '@max-5xl:sr-only'}>
            <Trans>More</Trans>
          </span>
          {!isOnPhone && (
            <span aria-hidden="true" className="flex @max-5xl:hidden">
              <Kbd>{MORE_KEY}</Kbd>
            </span>
          )}
        </Button>
      }
      panel={Panel}
      pageKey={isOnPhone ? undefined : { key: MORE_KEY, label: t`More` }}
    />
  );
}
