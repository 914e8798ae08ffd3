import { type ParsedNumber, formatMessage } from '@innkeeper/contract';
import { useLanguage } from '../../i18n/use-label.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { FieldError } from '../../ui/field.tsx';
import { NumberChoices } from '../../ui/number-choices.tsx';

interface NumberProblemProps {
  anchor: Element;
  label: string;
  parsed: Extract<ParsedNumber, { readonly problem: string }>;
  takesFocus: boolean;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A panel next to a filter with the error of its number. An ambiguous number is shown with both readings. */
export function NumberProblem({ anchor, label, parsed, takesFocus, onChoose, onClose }: NumberProblemProps) {
  const language = useLanguage();
  return (
    <AnchoredPopover
      anchor={anchor}
      label={label}
      className="flex max-w-72 flex-col gap-2 p-3"
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <FieldError>{formatMessage(parsed.problem, language)}</FieldError>
      {parsed.kind === 'ambiguous' && <NumberChoices values={parsed.values} onChoose={onChoose} />}
    </AnchoredPopover>
  );
}
