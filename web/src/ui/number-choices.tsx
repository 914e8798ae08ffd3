import { spellNumber } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { groupText } from '../format/grouped-text.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { Button } from './button.tsx';

interface NumberChoicesProps {
  /** Plain decimals. */
  values: readonly string[];
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** The possible values of an ambiguous number, in digits and in words. */
export function NumberChoices({ values, disabled, onChoose }: NumberChoicesProps) {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <span role="group" aria-label={t`Which number do you mean?`} className="flex flex-wrap gap-1">
      {values.map((value) => {
        const [digits, words] = [groupText(value), spellNumber(value)[language]];
        return (
          <Button key={value} size="small" disabled={disabled} onClick={() => onChoose(value)}>
            <span className="tabular">{digits}</span>
            {words !== digits && <span className="font-normal text-muted">{words}</span>}
          </Button>
        );
      })}
    </span>
  );
}
