import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/States';
import { useTitle } from '../ui/useTitle';

export function NotFound() {
  useTitle('Not found');
  return (
    <Empty
      title="There is nothing at this address"
      action={
        <Button component={Link} to="/kitchen/runner" variant="light">
          To the runs
        </Button>
      }
    >
      The link may be mistyped, or what it led to was deleted.
    </Empty>
  );
}
