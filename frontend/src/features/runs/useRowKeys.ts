import { useEffect } from 'react';
import { isTyping } from '../../app/shortcuts';
import { SEARCH_BOX_ID } from './SearchBox';

/** Keys of the list: the focus moves from run to run, so that Enter and what is read out are the browser's own. */
export function useRowKeys(onSelect: (jobId: string) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links = [...document.querySelectorAll<HTMLElement>('[data-run]')];
      const at = links.findIndex((link) => link === document.activeElement);
      if (event.key === '/') document.getElementById(SEARCH_BOX_ID)?.focus();
      else if (event.key === 'j') go(links, at + 1);
      else if (event.key === 'k') go(links, at < 0 ? links.length - 1 : at - 1);
      else if (at < 0) return;
      else if (event.key === 'ArrowDown') go(links, at + 1);
      else if (event.key === 'ArrowUp') go(links, at - 1);
      else if (event.key === 'x') onSelect(links[at]?.dataset.run ?? '');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSelect]);
}

function go(links: HTMLElement[], to: number): void {
  const link = links[Math.max(0, Math.min(to, links.length - 1))];
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest' });
}
