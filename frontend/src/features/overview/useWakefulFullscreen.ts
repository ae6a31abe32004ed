import { useFullscreenElement } from '@mantine/hooks';
import { useEffect } from 'react';

/** Full screen for a screen on the wall: it does not go dark by itself while it shows the page. */
export function useWakefulFullscreen() {
  const screen = useFullscreenElement<HTMLDivElement>();
  useEffect(() => {
    if (!screen.fullscreen || !('wakeLock' in navigator)) return undefined;
    // Refused on a low battery, and that is fine.
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [screen.fullscreen]);
  return screen;
}
