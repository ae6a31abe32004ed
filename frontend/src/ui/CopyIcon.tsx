import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copyText';

/** Copies a text and says for a moment whether that worked. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const [told, setTold] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (told === null) return undefined;
    const timer = setTimeout(() => setTold(null), 2_000);
    return () => clearTimeout(timer);
  }, [told]);
  const words = { copied: 'Copied', failed: 'Could not be copied: select it and press Ctrl C' };
  const Icon = told === null ? IconCopy : told === 'copied' ? IconCheck : IconAlertTriangle;
  return (
    <Tooltip label={told === null ? label : words[told]} opened={told === null ? undefined : true}>
      <ActionIcon
        variant="subtle"
        color={told === 'copied' ? 'green' : 'gray'}
        aria-label={label}
        onClick={() => void copyText(text).then((worked) => setTold(worked ? 'copied' : 'failed'))}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
