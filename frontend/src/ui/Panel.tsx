import { Group, Paper, Text, Title, type PaperProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface Props extends PaperProps {
  title: string;
  /** Said beside the title, quietly. */
  note?: ReactNode;
  /** What one can do with this part, at the right end of its head. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a head of its own; a region that assistive technology can jump to. */
export function Panel({ title, note, tools, children, ...paper }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} {...paper}>
      <Group justify="space-between" align="center" wrap="nowrap" mb="sm" mih={28}>
        <Group gap="xs" align="baseline">
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          {note !== undefined && (
            <Text span size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
        {tools}
      </Group>
      {children}
    </Paper>
  );
}
