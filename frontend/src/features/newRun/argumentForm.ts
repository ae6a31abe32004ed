import type { Schemas } from '../../api/client';
import type { Script } from '../../api/scripts';

type Argument = Schemas['ScriptArgument'];
type Args = Schemas['JobArguments'];

/** What a field of the form holds: text as it was typed, a switch, or nothing chosen yet. */
export type FieldValue = string | boolean | null;
export type FormValues = Record<string, FieldValue>;

/** A field, read: a value for the API (undefined: left out, so that the default counts), or what is wrong with it. */
export type Reading = { value: Args[string] | undefined; problem: null } | { problem: string };

/** The form as it opens: with the arguments of an earlier run where it has them, otherwise with the defaults. */
export function initialValues(script: Script, earlier: Args = {}): FormValues {
  const values: FormValues = {};
  for (const argument of script.arguments) {
    const given = earlier[argument.name] ?? argument.default;
    if (argument.type === 'bool') values[argument.name] = typeof given === 'boolean' ? given : null;
    else values[argument.name] = given === null ? '' : String(given);
  }
  return values;
}

/** The arguments of an earlier run that the script does not take any more. */
export function lostArguments(script: Script, earlier: Args): string[] {
  return Object.keys(earlier).filter((name) => !script.arguments.some((argument) => argument.name === name));
}

/** Reads a field by the rules of the API, which has the last word: it also knows where a value stands in the command. */
export function readField(argument: Argument, raw: FieldValue): Reading {
  switch (argument.type) {
    case 'bool':
      return typeof raw === 'boolean' ? good(raw) : empty(argument, 'Choose yes or no');
    case 'int':
      return readInt(argument, text(raw));
    case 'enum':
      return readEnum(argument, text(raw));
    case 'text':
      return readText(argument, text(raw));
  }
}

function readInt(argument: Schemas['IntArgument'], raw: string): Reading {
  if (raw.trim() === '') return empty(argument, `Needed: ${argument.allowed}`);
  const value = Number(raw);
  return /^-?\d+$/.test(raw.trim()) && value >= argument.min && value <= argument.max
    ? good(value)
    : bad(`Must be ${argument.allowed}`);
}

function readEnum(argument: Schemas['EnumArgument'], raw: string): Reading {
  if (raw === '') return empty(argument, 'Choose one');
  return argument.values.includes(raw) ? good(raw) : bad(`Must be ${argument.allowed}`);
}

function readText(argument: Schemas['TextArgument'], raw: string): Reading {
  // An empty field usually means that nothing was given; where empty is a value of its own, it is sent.
  const meansEmpty = argument.min_length === 0 && (argument.required || argument.default !== null);
  if (raw === '' && !meansEmpty) return empty(argument, 'Needed');
  const length = Array.from(raw).length;
  if (length > argument.max_length) {
    return bad(`Too long: ${length} characters, at most ${argument.max_length} are allowed`);
  }
  if (length < argument.min_length) return bad(`Too short: at least ${argument.min_length} characters`);
  if (ODD.test(raw)) return bad('Must be on one line, without control characters');
  const pattern = argument.pattern === undefined ? null : portable(argument.pattern);
  return pattern === null || pattern.test(raw) ? good(raw) : bad(`Must match ${argument.pattern}`);
}

/** Controls, line breaks of all kinds, and halves of characters: none of them may reach a command line. */
// eslint-disable-next-line no-control-regex
const ODD = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u;

/**
 * The API's pattern for this browser, or null where the two languages differ, such as sets within sets or classes by
 * name: then only the API checks. A wrong refusal here would be worse than a late one there.
 */
export function portable(pattern: string): RegExp | null {
  if (/\\[pPQEAZzGhHRX]|&&|\[\^?[^\]\\]*\[|\(\?[a-z]|[*+?}]\+/.test(pattern)) return null;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return null;
  }
}

function text(raw: FieldValue): string {
  return typeof raw === 'string' ? raw : '';
}

function empty(argument: Argument, needed: string): Reading {
  return argument.required ? bad(needed) : good(undefined);
}

function good(value: Args[string] | undefined): Reading {
  return { value, problem: null };
}

function bad(problem: string): Reading {
  return { problem };
}

/** What to send: everything that differs from the default. Null while something is wrong. */
export function readForm(script: Script, values: FormValues): Args | null {
  const args: Args = {};
  for (const argument of script.arguments) {
    const reading = readField(argument, values[argument.name] ?? null);
    if (reading.problem !== null) return null;
    if (reading.value !== undefined && reading.value !== argument.default)
      args[argument.name] = reading.value;
  }
  return args;
}
