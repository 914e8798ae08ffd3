import type { Language } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import Languages from 'lucide-react/icons/languages';
import { useLanguage } from '../i18n/use-label.ts';
import { switchLanguage } from '../session/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuChoices } from '../ui/menu.tsx';

/** Languages call themselves by their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

export function LanguageMenu() {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <Menu
      trigger={
        <IconButton label={t`Language`}>
          <Languages size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoices
        value={language}
        onValueChange={(next) => void switchLanguage(next)}
        choices={[
          { value: 'en', label: <span lang="en">{LANGUAGE_NAMES.en}</span> },
          { value: 'id', label: <span lang="id">{LANGUAGE_NAMES.id}</span> },
        ]}
      />
    </Menu>
  );
}
