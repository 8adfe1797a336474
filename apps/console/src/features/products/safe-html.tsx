import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

/** What may stand in a page of ours: text, tables and pictures; nothing that runs, asks, or reaches over the page. */
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'video', 'audio'],
  FORBID_ATTR: ['id', 'name', 'class'],
  ALLOW_DATA_ATTR: false,
};

/** A description as text that is safe to put into a page or an editor. */
export function safeHtml(html: string): string {
  return DOMPurify.sanitize(html, rules);
}

interface SafeHtmlProps {
  html: string;
  className?: string;
}

/** Shows a description as a shopper would read it, cleaned first; links open a window of their own. */
export function SafeHtml({ html, className = '' }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const holder = document.createElement('template');
    holder.innerHTML = safeHtml(html);
    for (const link of holder.content.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    for (const image of holder.content.querySelectorAll('img')) {
      image.alt ||= '';
      // Without one, its address would be read aloud.
      image.setAttribute('alt', image.alt);
      image.loading = 'lazy';
      image.referrerPolicy = 'no-referrer';
    }
    place.current?.replaceChildren(holder.content);
  }, [html]);
  return <div ref={place} className={`products-html ${className}`} />;
}
