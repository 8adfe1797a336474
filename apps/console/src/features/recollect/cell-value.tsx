import type { Picture as ProductPicture } from '@bowerbird/catalog/product';
import { Fragment } from 'react';
import { useFormat } from '../../lib/format.ts';
import { readField } from '../../lib/product-words.ts';
import { useText } from '../../lib/text.ts';
import { WordDiff } from '../../ui/diff.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Line, QuestionPart, Three } from './question-lines.ts';

export type Cell = keyof Three<unknown>;

/** So many lines, or pictures, stand in a cell; of more the number is told. */
const linesMax = 8;
const picturesMax = 8;
/** As many kinds of cells stand beside each other; more stand below each other. */
const columnsMax = 3;

interface CellValueProps {
  part: QuestionPart;
  /** What the question is called. */
  name: string;
  cell: Cell;
  currency: string | null;
}

/** One field in one of its three states. */
export function CellValue({ part, name, cell, currency }: CellValueProps) {
  const text = useText();
  if (part.field === 'pictures') {
    return <Pictures values={part.values} cell={cell} />;
  }
  const { lines } = part;
  const places = lines.flatMap(({ place }) => place ?? []);
  const columns = [...new Set(places.map((place) => place.cell))];
  if (lines.length > 1 && places.length === lines.length && columns.length <= columnsMax) {
    return <VariantTable lines={lines} columns={columns} cell={cell} currency={currency} />;
  }
  return (
    <>
      {lines.slice(0, linesMax).map((line) => (
        <span key={line.key} className="merge-line">
          {line.what !== '' && line.what !== name && <span className="merge-line-what cut">{line.what}</span>}
          <LineValue line={line} cell={cell} currency={currency} />
        </span>
      ))}
      {lines.length > linesMax && (
        <span className="caption">{text('recollect.more', { n: lines.length - linesMax })}</span>
      )}
    </>
  );
}

interface VariantTableProps {
  lines: Line[];
  columns: string[];
  cell: Cell;
  currency: string | null;
}

/** The cells that differ, a row for each variant. */
function VariantTable({ lines, columns, cell, currency }: VariantTableProps) {
  const text = useText();
  const variants = [...Map.groupBy(lines, ({ place }) => place?.variant ?? '')];
  const style = { gridTemplateColumns: `minmax(0, 1fr) repeat(${columns.length}, auto)` };
  return (
    <span className="merge-variants" style={style}>
      <span />
      {columns.map((column) => (
        <span key={column} className="merge-line-what num">
          {column}
        </span>
      ))}
      {variants.slice(0, linesMax).map(([variant, cells]) => (
        <Fragment key={variant}>
          <span className="merge-line-what cut" title={variant}>
            {variant}
          </span>
          {columns.map((column) => {
            const line = cells.find(({ place }) => place?.cell === column);
            return (
              <span key={column} className="num">
                {line !== undefined && <LineValue line={line} cell={cell} currency={currency} />}
              </span>
            );
          })}
        </Fragment>
      ))}
      {variants.length > linesMax && (
        <span className="caption">{text('recollect.more', { n: variants.length - linesMax })}</span>
      )}
    </span>
  );
}

function LineValue({ line, cell, currency }: { line: Line; cell: Cell; currency: string | null }) {
  const text = useText();
  const format = useFormat();
  const value = line[cell];
  if (value === null) {
    return <span className="merge-line-value quiet">{text('recollect.nothing')}</span>;
  }
  if (line.kind === 'money') {
    return (
      <span className="merge-line-value">
        {format.money(value, currency)}
        {cell === 'source' && line.before !== null && <Move before={line.before} after={value} />}
      </span>
    );
  }
  if (line.kind === 'words' && cell !== 'before') {
    return (
      <span className="merge-line-value">
        <WordDiff before={line.before ?? ''} after={value} />
      </span>
    );
  }
  return <span className="merge-line-value">{value}</span>;
}

/** How far an amount moved, in words and whole tenths of a percent. */
function Move({ before, after }: { before: string; after: string }) {
  const text = useText();
  const format = useFormat();
  const part = Number(after) / Number(before) - 1;
  if (!Number.isFinite(part) || part === 0) {
    return null;
  }
  const percent = format.percent(Math.abs(part), 1);
  return (
    <span className={part < 0 ? 'merge-move tone-green' : 'merge-move tone-amber'}>
      {text(part < 0 ? 'recollect.down' : 'recollect.up', { percent })}
    </span>
  );
}

function Pictures({ values, cell }: { values: Three<unknown>; cell: Cell }) {
  const text = useText();
  const was = readField('pictures', values.before) ?? [];
  const here = readField('pictures', values[cell]) ?? [];
  const known = new Set(was.map(({ url }) => url));
  const left = new Set(here.map(({ url }) => url));
  const gone = cell === 'before' ? [] : was.filter(({ url }) => !left.has(url));
  const all = [
    ...here.map((picture) => ({
      picture,
      mark: cell === 'before' || known.has(picture.url) ? 'same' : 'added',
    })),
    ...gone.map((picture) => ({ picture, mark: 'removed' })),
  ];
  const shown = [...new Map(all.map((one) => [one.picture.url, one])).values()];
  return (
    <span className="merge-pictures">
      {shown.slice(0, picturesMax).map(({ picture, mark }) => (
        <Thumb key={picture.url} picture={picture} mark={mark} />
      ))}
      <span className="caption">
        {text('products.difference.pictures', { n: here.length })}
        {shown.length > picturesMax && ` · ${text('recollect.more', { n: shown.length - picturesMax })}`}
      </span>
    </span>
  );
}

function Thumb({ picture, mark }: { picture: ProductPicture; mark: string }) {
  const text = useText();
  const word =
    mark === 'added'
      ? text('recollect.picture.added')
      : mark === 'removed'
        ? text('recollect.picture.removed')
        : '';
  return (
    <span className={`merge-thumb ${mark}`} title={word === '' ? undefined : word}>
      <Picture url={picture.url} size={44} />
      {word !== '' && (
        <span className="merge-thumb-mark">
          <Icon name={mark === 'added' ? 'plus' : 'minus'} size={12} />
          <span className="only-read">{word}</span>
        </span>
      )}
    </span>
  );
}
