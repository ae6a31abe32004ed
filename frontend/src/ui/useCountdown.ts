import { useEffect, useState } from 'react';

/** Seconds left until `end` (milliseconds since 1970), counted down; 0 when it has come or there is none. */
export function useCountdown(end: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end === null) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? 0 : Math.max(0, Math.ceil((end - now) / 1_000));
}
