import type { User } from './usersQueries';

/** What an administrator can do to a user. */
export type UserChange = 'disable' | 'enable' | 'promote' | 'demote' | 'reset';

interface Question {
  title: string;
  text: string;
  confirm: string;
  isHarmless?: boolean;
}

/** Asked before what somebody else would notice; null where nothing is taken away. */
export function questionOf(change: UserChange, user: User, isSelf: boolean): Question | null {
  const whose = isSelf ? 'your own' : `${user.username}’s`;
  switch (change) {
    case 'enable':
      return null;
    case 'disable':
      return {
        title: `Disable ${user.username}?`,
        text: isSelf
          ? 'This is you: you will be signed out at once, and only another administrator can let you in again.'
          : `${user.username} is signed out everywhere at once and cannot log in; API tokens stop working until ${user.username} is enabled again. Runs go on.`,
        confirm: 'Disable',
      };
    case 'promote':
      return {
        title: `Make ${user.username} an administrator?`,
        text: `${user.username} may then add, disable and change users, you included.`,
        confirm: 'Make administrator',
        isHarmless: true,
      };
    case 'demote':
      return {
        title: isSelf ? 'Give up your rights?' : `Take the rights of ${user.username}?`,
        text: isSelf
          ? 'This is you: you will not be able to manage users any more, nor to undo this.'
          : `${user.username} will not be able to manage users any more. Everything else stays.`,
        confirm: 'Revoke administrator',
      };
    case 'reset':
      return {
        title: `Give ${user.username} a new password?`,
        text: `${isSelf ? 'Your' : whose.charAt(0).toUpperCase() + whose.slice(1)} password stops working and all sessions end. The new one is shown to you once, to be handed over.`,
        confirm: 'Make a new password',
      };
  }
}

const NAME = /^[a-z0-9][a-z0-9._@-]*$/i;

/** What is wrong with a name for a new user, by the API's rules. */
export function nameProblem(name: string): string | null {
  if (name === '') return null;
  if (name.length > 64) return 'At most 64 characters';
  if (!NAME.test(name)) return 'Letters, digits and . _ @ - only, starting with a letter or digit';
  return null;
}
