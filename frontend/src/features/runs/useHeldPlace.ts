import { useState, useSyncExternalStore } from 'react';
import type { Job } from '../../api/jobs';
import { after } from './place';

/** From here on a reader counts as having left the top of the list. */
const TOP_PX = 120;

const onScroll = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
};

export function useIsScrolledDown(): boolean {
  return useSyncExternalStore(onScroll, () => window.scrollY > TOP_PX);
}

/**
 * The moment up to which the first page shows runs while its reader is somewhere in it (`isHeld`); undefined while new
 * ones may come in at the top.
 */
export function useHeldPlace(isHeld: boolean, newest: Job | undefined): string | undefined {
  const [place, setPlace] = useState<string>();
  if (isHeld && place === undefined && newest !== undefined) setPlace(after(newest));
  if (!isHeld && place !== undefined) setPlace(undefined);
  return isHeld ? place : undefined;
}
