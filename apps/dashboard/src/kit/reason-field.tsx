import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  hint: string;
  value: string;
  onChange: (reason: string) => void;
  isRequired?: boolean;
  isFirst?: boolean;
}

/** The person's reason, which goes into the record. */
export function ReasonField({ label, hint, value, onChange, isRequired = true, isFirst = true }: Props) {
  return (
    <TextInput
      label={label}
      description={hint}
      value={value}
      maxLength={200}
      required={isRequired}
      {...(isFirst && { 'data-autofocus': true })}
      onChange={({ currentTarget: { value: reason } }) => onChange(reason)}
    />
  );
}
