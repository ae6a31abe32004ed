import { useTitle } from '../../ui/useTitle';

export function RunPage() {
  useTitle('RunPage');
  return null;
}
