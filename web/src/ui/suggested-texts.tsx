import { useLingui } from '@lingui/react/macro';
import { Button } from './button.tsx';

interface SuggestedTextsProps {
  texts: readonly string[];
  /** The text in the input. */
  value: string;
  onChoose: (text: string) => void;
}

/** Buttons below an input, each of which fills it with a text that is often entered. */
export function SuggestedTexts({ texts, value, onChoose }: SuggestedTextsProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Suggestions`} className="mt-1.5 flex flex-wrap gap-1.5">
      {texts.map((text) => (
        <Button
          key={text}
          size="small"
          aria-pressed={text === value}
          className={text === value ? 'bg-hover!' : undefined}
          onClick={() => onChoose(text)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
