import { useEffect } from 'react';

const OWN = '/favicon.svg';

/** The product's picture with a dot in a colour: what the tab of a page in the background tells at a glance. */
export function dottedIcon(color: string): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1c5fd6"/>' +
    '<path d="M12 9.5v13l11-6.5z" fill="#fff"/>' +
    `<circle cx="23.5" cy="23.5" r="8.5" fill="${color}" stroke="#fff" stroke-width="2.5"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Puts a dot on the tab's picture while the page is open; null leaves it plain. */
export function useFavicon(color: string | null): void {
  useEffect(() => {
    if (color === null) return undefined;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null) return undefined;
    link.href = dottedIcon(color);
    return () => {
      link.href = OWN;
    };
  }, [color]);
}
