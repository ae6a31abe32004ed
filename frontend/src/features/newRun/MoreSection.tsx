import { Button, Collapse, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { MoreOptions } from './moreOptions';
import { shortSpan } from './scriptWords';

interface Props {
  options: MoreOptions;
  problems: Partial<Record<keyof MoreOptions, string>>;
  longest: number;
  onChange: (options: MoreOptions) => void;
}

/** What one rarely needs; open by itself when something in it is wrong. */
export function MoreSection({ options, problems, longest, onChange }: Props) {
  const [wanted, setWanted] = useState(false);
  const opened = wanted || Object.keys(problems).length > 0;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        fw={500}
        leftSection={<Chevron size={16} />}
        aria-expanded={opened}
        onClick={() => setWanted(!opened)}
      >
        More: priority, start time, timeout
      </Button>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          <NumberInput
            label="Priority"
            description="From -100 to 100; higher ones start first. Normally 0."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            styles={{ wrapper: { maxWidth: 220 } }}
            min={-100}
            max={100}
            clampBehavior="none"
            placeholder="0"
            value={options.priority}
            error={problems.priority}
            onChange={(typed) => onChange({ ...options, priority: String(typed) })}
          />
          <TextInput
            type="datetime-local"
            label="Not before"
            description="In your own time zone. Empty: as soon as there is a free slot."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            styles={{ wrapper: { maxWidth: 260 } }}
            value={options.notBefore}
            error={problems.notBefore}
            onChange={(event) => onChange({ ...options, notBefore: event.currentTarget.value })}
          />
          <NumberInput
            label="Timeout in seconds"
            description={
              options.timeout === '' || problems.timeout !== undefined
                ? `At most ${longest} (${shortSpan(longest)}), which is also what counts when it is empty.`
                : `Is stopped after ${shortSpan(Number(options.timeout))}.`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            styles={{ wrapper: { maxWidth: 220 } }}
            min={1}
            max={longest}
            clampBehavior="none"
            placeholder={String(longest)}
            value={options.timeout}
            error={problems.timeout}
            onChange={(typed) => onChange({ ...options, timeout: String(typed) })}
          />
        </Stack>
      </Collapse>
    </div>
  );
}
