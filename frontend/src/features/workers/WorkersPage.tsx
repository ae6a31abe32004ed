import { useTitle } from '../../ui/useTitle';

export function WorkersPage() {
  useTitle('WorkersPage');
  return null;
}
