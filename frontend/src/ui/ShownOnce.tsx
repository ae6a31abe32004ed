import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyIcon } from './CopyIcon';
import classes from './ShownOnce.module.css';

interface Props {
  /** Null: nothing to show. */
  secret: string | null;
  title: string;
  /** What it is for. */
  children: ReactNode;
  copyLabel: string;
  onClose: () => void;
}

/** A password or token that nobody can see again. A click beside it does not close it. */
export function ShownOnce({ secret, title, children, copyLabel, onClose }: Props) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
      centered
    >
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <div className={classes.box}>
          <code className={classes.secret}>{secret}</code>
          <CopyIcon text={secret ?? ''} label={copyLabel} />
        </div>
        <Alert color="yellow" p="xs">
          Copy it now. It is not stored and cannot be shown again.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
