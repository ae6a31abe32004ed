import { Paper, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A part of the account with its heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Title order={2} size="h5" id={id} mb={note ? 0 : 'xs'}>
        {title}
      </Title>
      {note && (
        <Text size="sm" c="dimmed" mb="md">
          {note}
        </Text>
      )}
      {children}
    </Paper>
  );
}
