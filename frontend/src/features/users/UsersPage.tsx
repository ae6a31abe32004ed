import { useTitle } from '../../ui/useTitle';

export function UsersPage() {
  useTitle('UsersPage');
  return null;
}
