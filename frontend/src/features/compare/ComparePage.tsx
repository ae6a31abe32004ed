import { useTitle } from '../../ui/useTitle';

export function ComparePage() {
  useTitle('ComparePage');
  return null;
}
