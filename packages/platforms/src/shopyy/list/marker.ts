import type { ListingKey } from '../../listing/product-seen.ts';

const marked =
  /<div(?:(?! data-bowerbird=)[^<>])* data-bowerbird="(bb-[a-z2-7]{16})"(?:(?! data-attempt=)[^<>])* data-attempt="([\da-f-]{36})"[^<>]*>/;
const whole = /(?:(?<!\s)\s+)?<div(?:(?! data-bowerbird=)[^<>])* data-bowerbird="[^"<>]*"[^<>]*><\/div>/g;

/** Returns the key and the last writing attempt from a description's mark; null for a product without our mark. */
export function markIn(html: string): { key: ListingKey; attemptId: string } | null {
  const [, key, attemptId] = marked.exec(html) ?? [];
  return key === undefined || attemptId === undefined ? null : { key, attemptId };
}

/** Returns a description with the mark of its writer at its end, where no shopper sees it. */
export function withMark(html: string, key: ListingKey, attemptId: string): string {
  const mark = `<div data-bowerbird="${key}" data-attempt="${attemptId}" hidden></div>`;
  return `${withoutMark(html)}\n${mark}`.trim();
}

/** Returns a description without its mark, trimmed as the store keeps it (`readme.md`, Writing products). */
export function withoutMark(html: string): string {
  return html.replaceAll(whole, '').trim();
}
