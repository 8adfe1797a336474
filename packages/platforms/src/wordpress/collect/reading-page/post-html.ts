import { absoluteAddress } from '../../../net/addresses.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';

/** What a post's own HTML gives for a product. */
export interface PostParts {
  /** The HTML without scripts and sharing bars, with lazy images made real and addresses made absolute. */
  html: string;
  /** Its plain text, one line for each block. */
  lines: string[];
  /** Struck-through text, which contains a former price. */
  struck: string[];
  images: { url: string; alt: string }[];
  /** Rows of tables with two columns. */
  rows: { name: string; value: string }[];
}

const dropped = new Set(['script', 'style', 'noscript', 'iframe', 'form', 'button', 'svg', 'template']);
const blocks = new Set([
  'p',
  'li',
  'div',
  'br',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
  'figcaption',
]);
const voids = new Set(['img', 'br', 'hr', 'source', 'wbr']);
/** Boxes that plugins add below every post. */
const furniture =
  /\b(sharedaddy|jp-relatedposts|addtoany|social-share|yarpp|related-posts|wp-block-buttons)\b/;
/** Smallest size, in pixels, of an image that is not an icon. */
const smallest = 200;

/** Reads a post's HTML in one pass. */
export function readPost(html: string, base: string): PostParts {
  const parts: PostParts = { html: '', lines: [], struck: [], images: [], rows: [] };
  let hidden = 0;
  let struck: string | null = null;
  let line = '';
  let cells: string[] = [];
  let cell: string | null = null;

  const endLine = () => {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (words !== '') {
      parts.lines.push(words);
    }
    line = '';
  };
  walkMarkup(html, {
    onopentag(name, attributes) {
      if (hidden > 0 || dropped.has(name) || furniture.test(attributes.class ?? '')) {
        hidden += voids.has(name) ? 0 : 1;
        return;
      }
      if (blocks.has(name)) {
        endLine();
      }
      if (name === 'del' || name === 's') {
        struck = '';
      } else if (name === 'td' || name === 'th') {
        cell = '';
      } else if (name === 'tr') {
        cells = [];
      }
      const real = name === 'img' ? realImage(attributes, base) : attributes;
      if (name === 'img') {
        const url = real.src;
        if (
          url !== undefined &&
          isImage(url, attributes) &&
          !parts.images.some((known) => known.url === url)
        ) {
          parts.images.push({ url, alt: attributes.alt ?? '' });
        }
      }
      parts.html += openTag(name, real);
    },
    ontext(text) {
      if (hidden > 0) {
        return;
      }
      parts.html += text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      if (struck !== null) {
        struck += text;
      } else {
        line += text;
      }
      cell = cell === null ? null : cell + text;
    },
    onclosetag(name) {
      if (hidden > 0) {
        hidden -= voids.has(name) ? 0 : 1;
        return;
      }
      if ((name === 'del' || name === 's') && struck !== null) {
        parts.struck.push(struck.trim());
        struck = null;
      } else if ((name === 'td' || name === 'th') && cell !== null) {
        cells.push(cell.replaceAll(/\s+/g, ' ').trim());
        cell = null;
      } else if (name === 'tr' && cells.length === 2) {
        const [first = '', second = ''] = cells;
        parts.rows.push({ name: first.replace(/:$/, ''), value: second });
      }
      if (blocks.has(name)) {
        endLine();
      }
      if (!voids.has(name)) {
        parts.html += `</${name}>`;
      }
    },
  });
  endLine();
  parts.html = parts.html.trim();
  return parts;
}

/** Returns an image's full-size source: the one deferred by lazy loading, or the widest of `srcset`. */
function realImage(attributes: Record<string, string>, base: string): Record<string, string> {
  const {
    'data-src': lazy,
    'data-lazy-src': lazier,
    'data-srcset': lazySet,
    srcset,
    src,
    ...rest
  } = attributes;
  const widest = widestOf(lazySet ?? srcset ?? '');
  const address = absoluteAddress(widest ?? lazy ?? lazier ?? src ?? '', base);
  return address === null ? rest : { ...rest, src: address };
}

function widestOf(srcset: string): string | null {
  const sources = srcset.split(',').flatMap((part) => {
    const [, address, width] = /^\s*(\S+)\s+(\d{1,5})w\s*$/.exec(part) ?? [];
    return address === undefined ? [] : [{ address, width: Number(width) }];
  });
  return sources.sort((one, other) => other.width - one.width)[0]?.address ?? null;
}

function isImage(url: string, { width, height, class: classes = '' }: Record<string, string>): boolean {
  const small = [width, height].some(
    (side) => side !== undefined && Number(side) > 0 && Number(side) < smallest,
  );
  return (
    !small &&
    !/s\.w\.org\/images|\/avatar|gravatar\.com|\/pixel|^data:/.test(url) &&
    !/\b(avatar|emoji|wp-smiley)\b/.test(classes)
  );
}

function openTag(name: string, attributes: Record<string, string>): string {
  const kept = Object.entries(attributes).filter(
    ([key]) => !/^(on|style$|class$|id$|data-|loading$|decoding$|sizes$|fetchpriority$)/.test(key),
  );
  const written = kept.map(
    ([key, value]) => ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}>`;
}
