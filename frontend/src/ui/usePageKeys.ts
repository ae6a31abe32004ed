import { useEffect, useRef } from 'react';
import { isTyping } from '../app/shortcuts';

/** The second key of a pair that begins with g belongs to the pair; see useShortcuts. */
const PAIR_MS = 1_200;

/**
 * Keys of one page, each pressed alone. Not while somebody types or a dialog is open, not for a key that is held down,
 * and not for the second key of a pair: `g r` leads to the runs, it does not run anything again.
 */
export function usePageKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let pressedG = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      const isSecond = event.timeStamp - pressedG < PAIR_MS;
      pressedG = event.key === 'g' ? event.timeStamp : -Infinity;
      const action = latest.current[event.key];
      if (action === undefined || isSecond) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
