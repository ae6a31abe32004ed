import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { CopyIcon } from '../../ui/CopyIcon';
import { shellQuote, shellWords } from './shellQuote';
import classes from './CommandPreview.module.css';

interface Props {
  /** The last good one; undefined while there is none for what the fields say. */
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
      <Text size="sm" fw={600} mb={4}>
        Command line
      </Text>
      <div className={classes.box}>
        <pre className={classes.line} data-old={isOld || undefined} aria-busy={isOld}>
          {argv === undefined ? (failure ?? '…') : <Words argv={argv} />}
        </pre>
        {argv !== undefined && <CopyIcon text={shellQuote(argv)} label="Copy the command line" />}
      </div>
      <Text size="xs" c="dimmed" mt={4} mih={18}>
        {folder !== undefined && `In ${folder}, word by word and without a shell.`}
      </Text>
    </section>
  );
}

/** Broken between words as far as that goes: browsers would also break behind the hyphens of an option. */
function Words({ argv }: { argv: string[] }) {
  return shellWords(argv).map((word, i) => (
    // Words have no identity but their place.
    <Fragment key={i}>
      {i > 0 && ' '}
      <span className={classes.word}>{word}</span>
    </Fragment>
  ));
}
