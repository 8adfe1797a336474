import type { Image as ProductImage } from '@bowerbird/catalog/product';
import { Fragment } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { readField } from '../../lib/text/product-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Image } from '../../ui/images/image.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { WordDiff } from '../../ui/text/diff.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { ConflictPart, Line, Three } from './question-lines.ts';

export type Cell = keyof Three<unknown>;

/** Maximum number of lines, or images, in a cell; for more, their number is shown. */
const linesMax = 8;
const imagesMax = 8;
/** Maximum number of kinds of cells side by side; more are stacked. */
const columnsMax = 3;

interface CellValueProps {
  part: ConflictPart;
  /** Name of the conflict. */
  name: string;
  cell: Cell;
  currency: string | null;
}

/** One field in one of its three states. */
export function CellValue({ part, name, cell, currency }: CellValueProps) {
  const text = useText();
  if (part.field === 'images') {
    return <Images values={part.values} cell={cell} />;
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
        <Stack as="span" key={line.key} shrink>
          {line.what !== '' && line.what !== name && (
            <Text className="cut" font="caption" tone="t2">
              {line.what}
            </Text>
          )}
          <LineValue line={line} cell={cell} currency={currency} />
        </Stack>
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
    <Box as="span" className="merge-variants" gap={[2, 12]} align="baseline" shrink style={style}>
      <span />
      {columns.map((column) => (
        <Text key={column} className="num" font="caption" tone="t2">
          {column}
        </Text>
      ))}
      {variants.slice(0, linesMax).map(([variant, cells]) => (
        <Fragment key={variant}>
          <Text className="cut" font="caption" tone="t2" title={variant}>
            {variant}
          </Text>
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
    </Box>
  );
}

function LineValue({ line, cell, currency }: { line: Line; cell: Cell; currency: string | null }) {
  const text = useText();
  const format = useFormat();
  const value = line[cell];
  if (value === null) {
    return (
      <Text className="quiet" anywhere>
        {text('recollect.nothing')}
      </Text>
    );
  }
  if (line.kind === 'money') {
    return (
      <Text anywhere>
        {format.money(value, currency)}
        {cell === 'source' && line.before !== null && <Move before={line.before} after={value} />}
      </Text>
    );
  }
  if (line.kind === 'words' && cell !== 'before') {
    return (
      <Text anywhere>
        <WordDiff before={line.before ?? ''} after={value} />
      </Text>
    );
  }
  return <Text anywhere>{value}</Text>;
}

/** Describes the change of an amount, in percent with one decimal. */
function Move({ before, after }: { before: string; after: string }) {
  const text = useText();
  const format = useFormat();
  const part = Number(after) / Number(before) - 1;
  if (!Number.isFinite(part) || part === 0) {
    return null;
  }
  const percent = format.percent(Math.abs(part), 1);
  return (
    <Text className={part < 0 ? 'merge-move tone-green' : 'merge-move tone-amber'} ms={8}>
      {text(part < 0 ? 'recollect.down' : 'recollect.up', { percent })}
    </Text>
  );
}

function Images({ values, cell }: { values: Three<unknown>; cell: Cell }) {
  const text = useText();
  const was = readField('images', values.before) ?? [];
  const here = readField('images', values[cell]) ?? [];
  const known = new Set(was.map(({ url }) => url));
  const left = new Set(here.map(({ url }) => url));
  const gone = cell === 'before' ? [] : was.filter(({ url }) => !left.has(url));
  const all = [
    ...here.map((image) => ({
      image,
      mark: cell === 'before' || known.has(image.url) ? 'same' : 'added',
    })),
    ...gone.map((image) => ({ image, mark: 'removed' })),
  ];
  const shown = [...new Map(all.map((one) => [one.image.url, one])).values()];
  return (
    <Row as="span" wrap align="end" gap={6}>
      {shown.slice(0, imagesMax).map(({ image, mark }) => (
        <Thumb key={image.url} image={image} mark={mark} />
      ))}
      <span className="caption">
        {text('products.difference.images', { n: here.length })}
        {shown.length > imagesMax && ` · ${text('recollect.more', { n: shown.length - imagesMax })}`}
      </span>
    </Row>
  );
}

function Thumb({ image, mark }: { image: ProductImage; mark: string }) {
  const text = useText();
  const word =
    mark === 'added'
      ? text('recollect.image.added')
      : mark === 'removed'
        ? text('recollect.image.removed')
        : '';
  return (
    <Row as="span" className={`merge-thumb ${mark}`} inline relative title={word === '' ? undefined : word}>
      <Image url={image.url} size={44} />
      {word !== '' && (
        <Stack
          as="span"
          className="merge-thumb-mark"
          align="center"
          justify="center"
          w={18}
          h={18}
          radius="round"
        >
          <Icon name={mark === 'added' ? 'plus' : 'minus'} size={12} />
          <span className="only-read">{word}</span>
        </Stack>
      )}
    </Row>
  );
}
