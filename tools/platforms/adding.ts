/** A step of `docs/adding-a-platform.md`: a new file, or lines that are added to one. */
export interface Step {
  /** Path from the root of the repository. */
  path: string;
  kind: 'file' | 'addition';
  content: string;
}

/** Returns the steps of the document, in order: its code blocks that name a path. */
export function stepsOf(document: string): Step[] {
  return [...document.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', path = '', content = '']) => ({
      path,
      kind: language === 'diff' ? 'addition' : 'file',
      content,
    }),
  );
}

/**
 * Adds lines to a file as a diff says: lines with `+` are new, the others name the place. Throws if the place is not in
 * the file, or more than once.
 */
export function withAddition(file: string, { path, content }: Step): string {
  const lines = content.split('\n').filter((line) => line !== '');
  const before = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const after = lines.map((line) => line.slice(1));
  const text = `\n${file}`;
  const place = `\n${before.join('\n')}\n`;
  const at = text.indexOf(place);
  if (at === -1 || text.includes(place, at + 1)) {
    const often = at === -1 ? 'nowhere' : 'more than once';
    throw new Error(`docs/adding-a-platform.md: the place of an addition is ${often} in ${path}`);
  }
  return `${text.slice(1, at + 1)}${after.join('\n')}\n${text.slice(at + place.length)}`;
}
