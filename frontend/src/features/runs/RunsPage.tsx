import { useTitle } from '../../ui/useTitle';

export function RunsPage() {
  useTitle('RunsPage');
  return null;
}
