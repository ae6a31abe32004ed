import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** What to do with the runs that were selected; stays in sight while one scrolls for the second. */
export function CompareBar({ selected, onClear }: { selected: string[]; onClear: () => void }) {
  const [a, b] = selected;
  if (a === undefined) return null;
  return (
    <Affix position={{ bottom: 20, left: 0, right: 0 }} style={{ pointerEvents: 'none' }}>
      <Group justify="center" px="sm">
        <Paper withBorder shadow="md" px="md" py="xs" style={{ pointerEvents: 'auto' }}>
          <Group gap="sm" wrap="nowrap" role="status">
            {b === undefined ? (
              <Text size="sm">Select one more run to compare them</Text>
            ) : (
              <Button
                size="xs"
                leftSection={<IconArrowsDiff size={16} />}
                renderRoot={(props) => (
                  <Link to="/kitchen/runner/compare" search={{ a, b } as never} {...props} />
                )}
              >
                Compare the two runs
              </Button>
            )}
            <CloseButton aria-label="Clear the selection" onClick={onClear} />
          </Group>
        </Paper>
      </Group>
    </Affix>
  );
}
