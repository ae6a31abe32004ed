import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/States';

/** The last resort: a page that broke says so, instead of leaving a blank screen. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Container py="xl">
      <Failure error={error} retry={reset} title="This page could not be shown" />
    </Container>
  );
}
