import DOMPurify from 'dompurify';
import type { MouseEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import './safe-html.css';

/** What a page of ours may contain: text, tables and images; nothing that runs, sends requests, or covers the page. */
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'video', 'audio'],
  FORBID_ATTR: ['id', 'name', 'class'],
  ALLOW_DATA_ATTR: false,
};

/** Returns a text that is safe to put into a page or an editor. */
export function safeHtml(html: string): string {
  return DOMPurify.sanitize(html, rules);
}

interface SafeHtmlProps {
  html: string;
  className?: string;
  /** Opens a link to a path of this console; without it, such a link is treated as external. */
  onPath?(path: string): void;
}

/** Shows a text as its readers see it, cleaned first; external links open a new window. */
export function SafeHtml({ html, className = '', onPath }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  const opensPaths = onPath !== undefined;
  useLayoutEffect(() => {
    const holder = document.createElement('template');
    holder.innerHTML = safeHtml(html);
    for (const link of holder.content.querySelectorAll('a')) {
      if (!(opensPaths && isPath(link.getAttribute('href')))) {
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
      }
    }
    for (const image of holder.content.querySelectorAll('img')) {
      image.alt ||= '';
      // Without an `alt`, screen readers would read its address.
      image.setAttribute('alt', image.alt);
      image.loading = 'lazy';
      image.referrerPolicy = 'no-referrer';
    }
    place.current?.replaceChildren(holder.content);
  }, [html, opensPaths]);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href') ?? null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isPath(path) && plain && onPath !== undefined) {
      event.preventDefault();
      onPath(path);
    }
  };
  return (
    // The links in it are the controls; Enter on one clicks it.
    <div ref={place} className={`html-text ${className}`} {...(opensPaths ? { onClick } : {})} />
  );
}

/** Reports whether the address is a path of this console, and not another host's address. */
function isPath(address: string | null): address is string {
  return address !== null && /^\/(?![/\\])/.test(address);
}
