export interface ToggleProps<V extends string> {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: string }[];
}

/** One of two words. The browser's own radio buttons: the kit's would bring all of the forms along to the first page. */
export function Toggle<V extends string>({ label, value, onValueChange, options }: ToggleProps<V>) {
  return (
    <fieldset className="flex gap-1 rounded-md bg-hover p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-(--control-small) flex-1 items-center justify-center rounded-sm border border-transparent px-2.5 text-sm whitespace-nowrap text-muted select-none hover:text-text has-checked:border-strong-border has-checked:bg-surface has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name={label}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
