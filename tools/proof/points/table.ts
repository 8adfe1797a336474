import type { Point } from './points.ts';

const begin = '<!-- points -->';
const end = '<!-- /points -->';

/** Returns the points as a table, each with its number, its tests and their files. */
export function tableOf(points: readonly Point[]): string {
  const of = Map.groupBy(points, (point) => point.of);
  const lines = [...of].flatMap(([heading, some], group) =>
    some.map(
      ({ what, tests }, at) =>
        `| ${heading}, ${group + 1}.${at + 1} | ${what} | ${tests.map(([file, name]) => `*${cell(name)}* (\`${nameOf(file)}\`)`).join('; ')} |`,
    ),
  );
  return ['| Point | What holds | Shown by |', '|---|---|---|', ...lines].join('\n');
}

/** Returns the document with the table in its place. Throws where the document has no place for it. */
export function withTable(document: string, points: readonly Point[]): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`The document has no ${begin} and ${end}.`);
  }
  return `${document.slice(0, from + begin.length)}\n\n${tableOf(points)}\n\n${document.slice(to)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}

function nameOf(file: string): string {
  return file.replace(/^apps\/server\/src\//, '').replace(/^packages\/platforms\/src\//, '');
}
