import { Parser } from 'htmlparser2';

/** No page opens so much before its body; the parser takes ever longer over one that does. */
const depthMax = 256;

/**
 * The classes of a page's body, each whole, so that `single-product-1` is not taken for `single-product`; none where the
 * page has no body element. The page is read no further than to there.
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
