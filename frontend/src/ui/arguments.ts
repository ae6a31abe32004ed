import type { Schemas } from '../api/client';

type Script = Schemas['Script'];
type Value = Schemas['JobArguments'][string];

export interface ShownArgument {
  name: string;
  /** What forms call it; its name when the script does not know it (any more). */
  label: string;
  value: Value;
  isDefault: boolean;
}

/** The arguments of a run in the order of the form, those that the script no longer has at the end. */
export function shownArguments(args: Schemas['JobArguments'], script: Script | undefined): ShownArgument[] {
  const known = (script?.arguments ?? []).flatMap((argument) => {
    const value = args[argument.name];
    return value === undefined
      ? []
      : [{ name: argument.name, label: argument.label, value, isDefault: value === argument.default }];
  });
  const names = new Set(known.map((argument) => argument.name));
  const strange = Object.entries(args)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => ({ name, label: spoken(name), value, isDefault: false }));
  return [...known, ...strange];
}

/** `leaf_progress` as people say it. */
export function spoken(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The value of an argument on its own; a switch that is off is worth a word only where it is not the default. */
export function spokenValue(value: Value): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  return value === '' ? '(empty)' : String(value);
}
