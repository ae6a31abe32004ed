import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping } from './shortcuts';

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200;

const GO = {
  r: '/kitchen/runner',
  o: '/kitchen/runner/overview',
  w: '/kitchen/runner/workers',
  a: '/kitchen/runner/account',
} as const;

/** The keys of {@link SHORTCUTS}, but for the palette's, which brings its own. */
export function useShortcuts(showSheet: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedG = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const after = event.timeStamp - pressedG < PAIR_MS;
      pressedG = event.key === 'g' ? event.timeStamp : 0;
      if (after && event.key in GO) void navigate({ to: GO[event.key as keyof typeof GO] });
      else if (event.key === 'n') void navigate({ to: '/kitchen/runner/new' });
      else if (event.key === '?') showSheet();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, showSheet]);
}
