import { useLingui } from '@lingui/react/macro';
import ChartColumn from 'lucide-react/icons/chart-column';
import Table2 from 'lucide-react/icons/table-2';
import { IconButton } from './icon-button.tsx';

interface ChartSwitchProps {
  /** The name of the chart. */
  readonly title: string;
  readonly isTable: boolean;
  readonly onChange: (isTable: boolean) => void;
}

/** Switches between a chart and the table of its values. */
export function ChartSwitch({ title, isTable, onChange }: ChartSwitchProps) {
  const { t } = useLingui();
  return (
    <IconButton
      label={isTable ? t`Chart: ${title}` : t`Table: ${title}`}
      size="small"
      aria-pressed={isTable}
      onClick={() => onChange(!isTable)}
    >
      {isTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
    </IconButton>
  );
}
