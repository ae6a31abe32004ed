import { Alert, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { DiagnosticsProblem } from '../../api/diagnostics';
import { ProblemIcon } from '../../ui/status';

/** What is wrong and what to do about it, the worst first; or that nothing is. */
export function Problems({ problems }: { problems: DiagnosticsProblem[] }) {
  if (problems.length === 0)
    return (
      <Alert color="green" p="sm" icon={<IconCircleCheck />} role="status">
        <Text size="sm" fw={500}>
          Everything is in order.
        </Text>
      </Alert>
    );
  return (
    <Stack gap="xs" role="status" aria-label="Problems">
      {problems.map((problem) => (
        <Alert
          key={problem.code + problem.message}
          color={problem.severity === 'error' ? 'red' : 'yellow'}
          p="sm"
          icon={<ProblemIcon />}
        >
          <Text size="sm" fw={600}>
            {problem.message}
          </Text>
          {problem.hint !== null && <Text size="sm">{problem.hint}</Text>}
        </Alert>
      ))}
    </Stack>
  );
}
