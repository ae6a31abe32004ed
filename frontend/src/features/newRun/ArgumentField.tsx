import { Input, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/client';
import type { FieldValue } from './argumentForm';

interface Props {
  argument: Schemas['ScriptArgument'];
  value: FieldValue;
  error: string | null;
  onChange: (value: FieldValue) => void;
}

/** More than this, or longer words, do not fit beside each other. */
const MOST_SEGMENTS = 4;
const MOST_LETTERS = 36;

/** One field of the form, by the type of its argument. */
export function ArgumentField({ argument, value, error, onChange }: Props) {
  const common = {
    name: argument.name,
    label: argument.label,
    description: hint(argument),
    error,
    withAsterisk: argument.required,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as const satisfies string[],
  };
  const text = typeof value === 'string' ? value : '';
  switch (argument.type) {
    case 'int':
      return (
        <NumberInput
          {...common}
          styles={{ wrapper: { maxWidth: 220 } }}
          value={text}
          min={argument.min}
          max={argument.max}
          // What was typed stays as it was typed; the words below it say what is wrong.
          clampBehavior="none"
          placeholder={argument.default === null ? undefined : String(argument.default)}
          onChange={(typed) => onChange(String(typed))}
        />
      );
    case 'bool':
      return argument.required ? (
        <Segments
          {...common}
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={value === null ? '' : value === true ? 'yes' : 'no'}
          onChange={(chosen) => onChange(chosen === 'yes')}
        />
      ) : (
        <Switch
          name={argument.name}
          label={argument.label}
          description={argument.help}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'enum':
      return fitsSegments(argument) ? (
        <Segments {...common} data={argument.values} value={text} onChange={onChange} />
      ) : (
        <Select
          {...common}
          styles={{ wrapper: { maxWidth: 420 } }}
          data={argument.values}
          value={text === '' ? null : text}
          searchable={argument.values.length > 8}
          clearable={!argument.required && argument.default === null}
          allowDeselect={false}
          placeholder={argument.required ? 'Choose one' : 'Left out'}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          styles={{ wrapper: { maxWidth: 560 } }}
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={argument.default ?? undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

interface SegmentsProps {
  label: string;
  description: string | undefined;
  error: string | null;
  withAsterisk: boolean;
  data: string[] | { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

function Segments({ label, description, error, withAsterisk, data, value, onChange }: SegmentsProps) {
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div>
        <SegmentedControl aria-label={label} data={data} value={value} onChange={onChange} />
      </div>
    </Input.Wrapper>
  );
}

/** A choice that may be left out needs a way to say so, which segments do not have. */
function fitsSegments(argument: Schemas['EnumArgument']): boolean {
  return (
    (argument.required || argument.default !== null) &&
    argument.values.length <= MOST_SEGMENTS &&
    argument.values.join('').length <= MOST_LETTERS
  );
}

/** The help of the whitelist, and what is allowed where that is not plain from the field itself. */
function hint(argument: Schemas['ScriptArgument']): string | undefined {
  const help = argument.help ?? '';
  const plain = argument.type === 'enum' || argument.type === 'bool';
  const allowed = plain ? '' : `${argument.allowed.charAt(0).toUpperCase()}${argument.allowed.slice(1)}.`;
  const words = [help, allowed].filter((part) => part !== '').join(' ');
  return words === '' ? undefined : words;
}
