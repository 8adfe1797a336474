import { Parser } from 'htmlparser2';

/**
 * Deepest accepted nesting before the body; no real page nests so deeply, and the parser gets ever slower on one that
 * does.
 */
const depthMax = 256;

/**
 * Returns the classes of a page's body as whole names, so that `single-product-1` is not mistaken for `single-product`;
 * none when the page has no body element. Stops reading the page there.
 */
export function bodyClasses(html: string): ReadonlySet<string> {
  let classes = new Set<string>();
  let depth = 0;
  let ended = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (ended || (name !== 'body' && depth <= depthMax)) {
        return;
      }
      ended = true;
      parser.pause();
      classes = new Set(name === 'body' ? (attributes.class ?? '').split(/\s+/).filter(Boolean) : []);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(html);
  return classes;
}
