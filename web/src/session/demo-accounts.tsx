import { type DemoAccount, roleGroupLabel } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLanguage } from '../i18n/use-label.ts';
import { useSignInOptions } from './sign-in-options.ts';

/** The sample accounts of a demonstration; renders nothing in production. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const { t } = useLingui();
  const language = useLanguage();
  const accounts = useSignInOptions()?.demo_accounts ?? [];
  if (accounts.length === 0) return null;
  const levelNames: Readonly<Record<DemoAccount['access_level'], string>> = {
    group: t`Group`,
    region: t`Region`,
    property: t`Property`,
  };
  return (
    <section aria-labelledby="demo" className="mt-9 border-t border-border pt-4">
      <h2 id="demo" className="text-sm text-muted">
        <Trans>Demonstration — sign in as …</Trans>
      </h2>
      <ul className="mt-1">
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              onClick={() => onChoose(account)}
              className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="text-sm font-medium">{account.name}</span>
              <span className="ml-auto text-right text-xs text-muted">
                {roleGroupLabel(account.role_group)?.[language] ?? account.role_group} ·{' '}
                {levelNames[account.access_level]}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
