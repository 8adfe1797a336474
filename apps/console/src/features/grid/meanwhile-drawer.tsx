import { Button } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { Text } from '../../ui/text/text.tsx';
import { storedAt } from './model/columns.ts';
import { keyOfRow } from './model/rows.ts';
import { type CellText, entryAt, type GridState, shownText } from './model/state.ts';
import type { CellWords } from './use-cell-words.ts';

/** Cells that are listed; the others are settled together. */
const listedMax = 100;

interface MeanwhileDrawerProps {
  state: GridState;
  cells: readonly Omit<CellText, 'text'>[];
  words: CellWords;
  people: ReadonlyMap<string, string>;
  onSettle(cells: readonly Omit<CellText, 'text'>[], side: 'mine' | 'theirs'): void;
  onClose(): void;
}

/** Cells in which somebody else wrote: what each of the two entered, to choose from. */
export function MeanwhileDrawer({ state, cells, words, people, onSettle, onClose }: MeanwhileDrawerProps) {
  const text = useText();
  return (
    <Drawer
      title={text('grid.meanwhile.title')}
      open
      onClose={onClose}
      width={480}
      footer={
        <Row gap={8} wrap justify="end">
          <Button onClick={() => onSettle(cells, 'theirs')}>{text('grid.meanwhile.allTheirs')}</Button>
          <Button type="primary" onClick={() => onSettle(cells, 'mine')}>
            {text('grid.meanwhile.allMine')}
          </Button>
        </Row>
      }
    >
      <Stack gap={16}>
        <Text font="small" tone="t2">
          {text('grid.meanwhile.note')}
        </Text>
        {cells.slice(0, listedMax).map((cell) => {
          const { row, column } = cell;
          const entry = entryAt(state.edits, row, column);
          const mine = shownText(entry, row, column, words.choice) || text('grid.empty');
          const theirs = words.value(column, storedAt(row, column));
          const by = people.get(row.product.id);
          return (
            <Stack key={`${keyOfRow(row)}/${column.id}`} gap={6} pb={14} borderBottom>
              <Text weight={600} font="small" anywhere>
                {text('grid.cell', { row: words.row(row), column: words.column(column) })}
              </Text>
              <Text font="small" anywhere>
                {text('grid.meanwhile.isMine', { text: mine })}
              </Text>
              <Text font="small" tone="violet" anywhere>
                {text('grid.meanwhile.isTheirs', { text: theirs })}
                {by !== undefined && ` (${by})`}
              </Text>
              <Row gap={8} wrap>
                <Button size="small" onClick={() => onSettle([cell], 'mine')}>
                  {text('grid.meanwhile.mine')}
                </Button>
                <Button size="small" onClick={() => onSettle([cell], 'theirs')}>
                  {text('grid.meanwhile.theirs')}
                </Button>
              </Row>
            </Stack>
          );
        })}
      </Stack>
    </Drawer>
  );
}
