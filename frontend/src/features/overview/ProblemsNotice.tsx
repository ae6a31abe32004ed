import { Alert, Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DiagnosticsProblem } from '../../api/diagnostics';
import { ProblemIcon } from '../../ui/status';

/** Whether somebody should look at the workers, in one line; nothing while all is well. */
export function ProblemsNotice({ problems }: { problems: DiagnosticsProblem[] }) {
  const [worst, ...rest] = problems;
  if (worst === undefined) return null;
  return (
    <Alert color={worst.severity === 'error' ? 'red' : 'yellow'} p="xs" icon={<ProblemIcon />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {worst.message}
          {rest.length > 0 && ` And ${rest.length} more.`}
        </Text>
        <Anchor component={Link} to="/kitchen/runner/workers" size="sm">
          What to do
        </Anchor>
      </Group>
    </Alert>
  );
}
