import type { DemoAccount } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

/** The sign-ins that a demonstration offers; nothing anywhere else. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const { data: accounts } = useQuery({ queryKey: ['demo'], queryFn: loadAccounts, staleTime: Infinity });
  if (!accounts || accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo">
      <h2 id="demo" className="px-1 text-sm text-muted">
        <Trans>Demonstration — sign in as …</Trans>
      </h2>
      <ul className="mt-1 flex flex-col">
        {accounts.map((account) => (
          <li key={account.username} className="border-b border-border last:border-0">
            <button
              type="button"
              onClick={() => onChoose(account)}
              className="flex min-h-(--control) w-full items-baseline gap-2 rounded-md px-1 py-2 text-left hover:bg-hover"
            >
              <span className="font-medium">{account.name}</span>
              <span className="ml-auto text-sm text-muted">{account.access_level}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Outside the demonstration the file does not exist. */
async function loadAccounts(): Promise<readonly DemoAccount[]> {
  try {
    const response = await fetch('/demo.json');
    if (!response.ok) return [];
    const { accounts } = (await response.json()) as { accounts: readonly DemoAccount[] }; // served from the contract's own type
    return accounts;
  } catch {
    return [];
  }
}
