import { Tooltip } from '@mantine/core';
import { spoken, spokenValue, type ShownArgument } from './arguments';
import classes from './ArgumentChips.module.css';

/** What a run was asked for with, as far as it is not the default; everything on hover. */
export function ArgumentChips({ args }: { args: ShownArgument[] }) {
  if (args.length === 0) return <span className={classes.none}>no arguments</span>;
  const special = args.filter((argument) => !argument.isDefault);
  return (
    <Tooltip label={<All args={args} />} multiline maw={420} openDelay={250}>
      {special.length === 0 ? (
        <span className={classes.none}>defaults</span>
      ) : (
        <span className={classes.chips}>
          {special.map(({ name, value }) => (
            <span key={name} className={classes.chip}>
              <span>{spoken(name)}</span>
              {value !== true && <span className={classes.value}>{spokenValue(value)}</span>}
            </span>
          ))}
        </span>
      )}
    </Tooltip>
  );
}

function All({ args }: { args: ShownArgument[] }) {
  return (
    <dl className={classes.all}>
      {args.map(({ name, label, value, isDefault }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd className={isDefault ? classes.isDefault : undefined}>
            {spokenValue(value)}
            {isDefault && ' (default)'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
