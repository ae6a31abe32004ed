import { useTitle } from '../../ui/useTitle';

export function AccountPage() {
  useTitle('AccountPage');
  return null;
}
