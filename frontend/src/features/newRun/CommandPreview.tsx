import { Text } from '@mantine/core';
import { CopyIcon } from '../../ui/CopyIcon';
import { shellQuote } from './shellQuote';
import classes from './CommandPreview.module.css';

interface Props {
  /** The last good one; undefined before there was any. */
  argv: string[] | undefined;
  /** It is that of what was typed before. */
  isOld: boolean;
  /** Why there is none; null while there is or will be. */
  failure: string | null;
  /** Where it runs. */
  folder: string | undefined;
}

/** The exact command line, before anything is started. */
export function CommandPreview({ argv, isOld, failure, folder }: Props) {
  return (
    <section aria-label="Command line">
      <Text size="sm" fw={500} mb={4}>
        Command line
      </Text>
      <div className={classes.box}>
        <pre className={classes.line} data-old={isOld || undefined} aria-busy={isOld}>
          {argv === undefined ? (failure ?? '…') : shellQuote(argv)}
        </pre>
        {argv !== undefined && <CopyIcon text={shellQuote(argv)} label="Copy the command line" />}
      </div>
      <Text size="xs" c="dimmed" mt={4} mih={18}>
        {folder !== undefined && `In ${folder}, word by word and without a shell.`}
      </Text>
    </section>
  );
}
