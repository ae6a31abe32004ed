import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { scriptsQuery } from './scripts';

/** What people call a script, by its key; the key itself while nobody knows, or when it has left the whitelist. */
export type ScriptName = (key: string) => string;

export function useScriptName(): ScriptName {
  const scripts = useQuery(scriptsQuery).data?.items;
  return useMemo(() => {
    const labels = new Map(scripts?.map(({ key, label }) => [key, label]));
    return (key: string) => labels.get(key) ?? key;
  }, [scripts]);
}
