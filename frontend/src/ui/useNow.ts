import { useEffect, useState } from 'react';

/** The time, renewed every `ms`; stands still when `ms` is null, and while nobody looks at the page. */
export function useNow(ms: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (ms === null) return undefined;
    const tick = () => {
      if (!document.hidden) setNow(new Date());
    };
    tick();
    const timer = setInterval(tick, ms);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [ms]);
  return now;
}
