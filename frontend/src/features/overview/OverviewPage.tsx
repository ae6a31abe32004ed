import { useTitle } from '../../ui/useTitle';

export function OverviewPage() {
  useTitle('OverviewPage');
  return null;
}
