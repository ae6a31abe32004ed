export const SHORTEST = 12;
export const LONGEST = 1024;

export interface NewPassword {
  current: string;
  replacement: string;
  repeated: string;
}

export type PasswordProblems = Partial<Record<keyof NewPassword, string>>;

/** What keeps a password from being changed, by the API's rules; nothing is said of a field that is still empty. */
export function passwordProblems({ current, replacement, repeated }: NewPassword): PasswordProblems {
  return {
    ...(replacement !== '' &&
      replacement.length < SHORTEST && {
        replacement: `${SHORTEST - replacement.length} more to go: at least ${SHORTEST} characters`,
      }),
    ...(replacement.length > LONGEST && { replacement: `At most ${LONGEST} characters` }),
    ...(replacement !== '' && replacement === current && { replacement: 'This is the one you have' }),
    ...(repeated !== '' && repeated !== replacement && { repeated: 'Is not the same as above' }),
  };
}

export function isReady(password: NewPassword): boolean {
  const { current, replacement, repeated } = password;
  return (
    current !== '' &&
    replacement !== '' &&
    repeated === replacement &&
    Object.keys(passwordProblems(password)).length === 0
  );
}
