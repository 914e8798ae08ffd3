import { useLingui } from '@lingui/react/macro';
import { classNames } from '../ui/class-names.ts';

interface BenefitsProps {
  /** One benefit a line. */
  benefits: string | null;
  className?: string;
}

/** What a membership gives its holder. */
export function Benefits({ benefits, className }: BenefitsProps) {
  const { t } = useLingui();
  const lines = (benefits ?? '').split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t`Benefits`}
      className={classNames('flex list-disc flex-col gap-1 pl-4 marker:text-faint', className)}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
