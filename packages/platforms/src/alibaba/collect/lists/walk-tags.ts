import { Parser } from 'htmlparser2';

/** Callbacks for the tags of a page, in order. */
export interface TagWatcher {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(words: string): void;
  close(name: string): void;
}

/** Deepest accepted nesting; no real page is nested so deeply, and the parser gets ever slower on one that is. */
const depthMax = 2000;

/** Walks through a page's tags and texts, with entities decoded; stops where the page is nested too deeply. */
export function walkTags(html: string, watcher: TagWatcher): void {
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > depthMax) {
        parser.pause();
        return;
      }
      watcher.open(name, attributes);
    },
    ontext: (words) => watcher.text(words),
    onclosetag(name) {
      depth -= 1;
      watcher.close(name);
    },
  });
  parser.end(html);
}
