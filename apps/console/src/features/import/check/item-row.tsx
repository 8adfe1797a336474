import { Link } from 'react-router';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Group, ImportItem } from '../queries.ts';
import { NewValues } from './new-values.tsx';

const outcomeGlyphs = {
  imported: 'complete',
  edited: 'complete',
  unchanged: 'waiting',
  rejected: 'refused',
  'left-out': 'none',
} as const;

/** A product of the file: what would change in it, or what is wrong with it; afterwards what became of it. */
export function ItemRow({ item, group }: { item: ImportItem; group: Group }) {
  const text = useText();
  const reason = useRejectionText();
  const { title, row, productId, imageUrl, cells, variants, faults, outcome, rejection } = item;
  const cell = (
    <ProductCell
      title={title}
      imageUrl={imageUrl}
      note={row === null ? text('import.notInFile') : text('import.row', { n: row })}
    />
  );
  return (
    <Box as="li" borderBottom p={[10, 0]}>
      <Grid columns="minmax(0, 4fr) minmax(0, 7fr)" oneUnder={768} gap={[6, 20]} align="start">
        {productId === null ? (
          cell
        ) : (
          <Box as={Link} to={`/products/${productId}`} block shrink tone="inherit">
            {cell}
          </Box>
        )}
        <Stack gap={4} shrink>
          {outcome !== null && (
            <Row gap={8} align="center" font="small">
              <StateGlyph state={outcomeGlyphs[outcome]} /> {text(`import.outcome.${outcome}.one`)}
            </Row>
          )}
          {rejection !== null && <Text font="small">{reason(rejection)}</Text>}
          {faults.map((fault) => (
            <Row key={`${fault.row} ${fault.column} ${fault.code}`} gap={8} align="start" font="small">
              <StateGlyph state="failed" />
              <Text shrink anywhere>
                {text('import.row', { n: fault.row })}
                {fault.column === null ? '' : ` · ${fault.column}`}{' '}
                {fault.value !== '' && <code className="import-sample">{fault.value}</code>}{' '}
                <Text tone="t2">
                  {text(`fileFault.${fault.code}`)} {text(`fileRemedy.${fault.code}`)}
                </Text>
              </Text>
            </Row>
          ))}
          {group === 'new' ? (
            <NewValues cells={cells} variants={variants} />
          ) : (
            <CellDifferences
              cells={cells.map((each) => ({ ...each, undone: false }))}
              variants={Object.fromEntries(Object.entries(variants).map(([id, label]) => [id, [label]]))}
            />
          )}
          {cells.length === 0 && faults.length === 0 && outcome === null && group === 'unchanged' && (
            <Text font="small" tone="t2">
              {text('import.same')}
            </Text>
          )}
        </Stack>
      </Grid>
    </Box>
  );
}
