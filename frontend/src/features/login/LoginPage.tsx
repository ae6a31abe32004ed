import { useTitle } from '../../ui/useTitle';

export function LoginPage() {
  useTitle('LoginPage');
  return null;
}
