import { useEffect } from 'react';

/** What the browser's tab says; the product's name alone when the page is left. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Runner' : `${title} · Runner`;
    return () => {
      document.title = 'Runner';
    };
  }, [title]);
}
