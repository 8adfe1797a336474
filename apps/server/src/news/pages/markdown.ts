import { cleanArticle } from '../clean-article.ts';

/**
 * Turns the Markdown of our own pages into sanitized HTML: headings, paragraphs, lists, quotes, bold, code and links.
 * Blank lines separate blocks; HTML in the source is shown as text.
 */
export function htmlOf(markdown: string): string {
  return cleanArticle(
    markdown
      .trim()
      .split(/\n{2,}/)
      .map(blockOf)
      .join('\n'),
  );
}

function blockOf(block: string): string {
  const [, marks, heading] = /^(#{2,3}) (.*)$/.exec(block) ?? [];
  if (marks !== undefined && heading !== undefined) {
    return `<h${marks.length}>${inline(heading)}</h${marks.length}>`;
  }
  if (block.startsWith('- ')) {
    return `<ul>${itemsOf(block, /^- /m)}</ul>`;
  }
  if (/^\d+\. /.test(block)) {
    return `<ol>${itemsOf(block, /^\d+\. /m)}</ol>`;
  }
  if (block.startsWith('> ')) {
    return `<blockquote><p>${inline(block.replaceAll(/^> ?/gm, ''))}</p></blockquote>`;
  }
  return `<p>${inline(block)}</p>`;
}

function itemsOf(block: string, mark: RegExp): string {
  return block
    .split(mark)
    .slice(1)
    .map((item) => `<li>${inline(item.trim())}</li>`)
    .join('');
}

function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\s*\n\s*/g, ' ');
}
