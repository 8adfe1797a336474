import { Parser } from 'htmlparser2';

/** What is told of a page's tags, in their order. */
export interface TagWatcher {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(words: string): void;
  close(name: string): void;
}

/** No page that people read is nested so deep; the parser takes ever longer over one that is. */
const depthMax = 2000;

/** Walks through a page's tags and texts, entities decoded; a page nested without end is left where it gets too deep. */
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
