import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns every file of the repository that matches a pattern, below the root. */
function paths(pattern: string): string[] {
  const found = globSync(pattern, {
    cwd: root,
    exclude: (path) => /node_modules|dist|test-results/.test(path),
  });
  return found.map((path) => path.split(sep).join('/')).sort();
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = paths('**/*.md');
const sources = paths('{*,{apps,packages,tools}/**/*}.{ts,tsx,mts,mjs,css}').filter(
  // This file contains wrong citations on purpose.
  (path) => path !== 'tools/documents/citations.test.ts',
);

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm;
/** A Markdown file by its name; with its heading when both are in brackets: (`docs/security.md`, Passwords). */
const file = /\(`([\w./@-]+\.md)`, ([^();`]{1,80})\)|(?<![\w./@:>-])([\w./@-]*\w\.md)\b/g;
/** Documents that are cited without a file name, so that readers cannot open them. */
const unnamed = [
  /\b(?:platform|plugin|wordpress|woocommerce|aliexpress|alibaba|shopline|shopify|shoplazza|shopyy) notes\b/gi,
  /\(notes \d[\d.]*/g,
  /\bexactly-once, (?:section )?\d[\d.]*/g,
  /(?:\bsections? )?\d[\d.]*(?: and \d[\d.]*)? of the protocol\b/g,
  /\bcounter-example \d+/g,
  /\((?:section \d[\d.]*|[4-9]\.\d)\)/g,
];

/** Returns the text of a source's comments, each on one line. */
function commentsIn(source: string): string[] {
  return (source.match(comment) ?? []).map((words) => words.replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' '));
}

/**
 * Returns the document that a comment means by a name: in its own folder or one above it, or by the end of its path; a
 * bare `readme.md` is never that of another folder. Null if the repository has none.
 */
function documentMeant(name: string, from: string): string | null {
  const bare = name.replace(/^(?:\.{0,2}\/)+/, '');
  for (let folder = from; folder.includes('/'); ) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    if (documents.includes(`${folder}/${bare}`)) {
      return `${folder}/${bare}`;
    }
  }
  const isOwn = bare.toLowerCase() === 'readme.md';
  return documents.find((path) => path === bare || (!isOwn && path.endsWith(`/${bare}`))) ?? null;
}

/** Returns what is wrong with the documents that a source's comments cite, one line each. */
function wrongCitations(path: string, source: string): string[] {
  return commentsIn(source).flatMap((words) => [
    ...[...words.matchAll(file)].flatMap(([, withHeading, heading, alone = '']) => {
      const name = withHeading ?? alone;
      const meant = documentMeant(name, path);
      if (meant === null) {
        return [`${path}: ${name} is not in the repository`];
      }
      const isThere = heading === undefined || headingsOf(meant).has(heading);
      return isThere ? [] : [`${path}: ${meant} has no heading "${heading}"`];
    }),
    ...unnamed.flatMap((pattern) =>
      (words.match(pattern) ?? []).map((said) => `${path}: "${said}" names no file of the repository`),
    ),
  ]);
}

function headingsOf(document: string): Set<string> {
  return new Set([...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));
}

describe('a comment', () => {
  it('cites documents of this repository alone', () => {
    expect(sources.flatMap((path) => wrongCitations(path, read(path)))).toEqual([]);
  });

  it.each([
    ['a file that is not there', '/** As it is written (docs/no-such-page.md). */'],
    ['a readme of a folder without one', '// Why stands in readme.md.'],
    ['a heading that is not there', '/** Counted (`docs/listing-protocol.md`, No such heading). */'],
    ['notes that are nowhere', '/** One at a time (platform\n * notes 3.6). */'],
    ['a section of a document without a name', '/** Looked at once more (section 8 of the protocol). */'],
  ])('is wrong where it cites %s', (_kind, source) => {
    expect(wrongCitations('packages/catalog/src/invented.ts', source)).toHaveLength(1);
  });

  it.each([
    ['a file by its path', '/** As it is written (docs/listing-protocol.md). */'],
    [
      'a file by the end of its path, with a heading',
      '/** Ten a second (`shopify/readme.md`, Rate limits). */',
    ],
    ['a file whose name is put together', '/** `docs/help/<language>/<name>.md` */'],
  ])('is right where it cites %s', (_kind, source) => {
    expect(wrongCitations('packages/catalog/src/invented.ts', source)).toEqual([]);
  });
});
