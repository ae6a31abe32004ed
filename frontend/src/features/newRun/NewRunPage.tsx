import { useTitle } from '../../ui/useTitle';

export function NewRunPage() {
  useTitle('NewRunPage');
  return null;
}
