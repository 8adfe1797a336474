import type { ProductChange } from '@bowerbird/contract/products/products';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { cellName, variantNames } from '../../../lib/text/cell-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text as TextBox } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { useProductHistory } from '../queries.ts';
import { changeText } from './change-text.ts';

/** Number of changes shown at first. */
const firstShown = 10;
/** Number of values of one change that can be undone by themselves here. */
const partsMax = 30;

/** Every change of the product: fields before and after, and an undo. */
export default function HistorySection() {
  const text = useText();
  const { detail } = useEditor();
  const history = useProductHistory(detail?.id ?? null);
  const [all, setAll] = useState(false);
  const changes = history.data ?? [];
  return (
    <>
      <SectionHead
        title={text('products.section.history')}
        note={history.data === undefined ? undefined : text('products.history.count', { n: changes.length })}
      />
      {history.isError ? (
        <SectionFault failure={history.error} onRetry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <SkeletonLines />
      ) : (
        <>
          {changes.length === 0 && (
            <Box as="p" className="editor-none" p={[8, 0]} font="small" tone="t2">
              {text('products.history.none')}
            </Box>
          )}
          <ol className="editor-history">
            {(all ? changes : changes.slice(0, firstShown)).map((change) => (
              <ChangeEntry key={change.id} change={change} />
            ))}
          </ol>
          {!all && changes.length > firstShown && (
            <button type="button" className="link-button" onClick={() => setAll(true)}>
              {text('products.history.all', { n: changes.length })}
            </button>
          )}
        </>
      )}
    </>
  );
}

function ChangeEntry({ change }: { change: ProductChange }) {
  const text = useText();
  const format = useFormat();
  const { mayEdit, undoChange, undoing, draft } = useEditor();
  const variants = variantNames(draft.product.variants);
  const parts = change.cells
    .filter(({ undone }) => !undone)
    .slice(0, partsMax)
    .map(({ path }) => ({ path, name: cellName(text, path, variants) }));
  return (
    <Box
      as="li"
      className={change.undone ? 'editor-change undone' : 'editor-change'}
      p={[10, 0]}
      borderBottom
    >
      <Row className="editor-change-head" wrap align="center" gap={[2, 10]} minH={28} font="small">
        <TextBox className="editor-change-what" weight={500}>
          {changeText(text, change, variants)}
        </TextBox>
        <span className="caption">
          {[change.by, format.full(change.at)].filter(Boolean).join(' · ')}
          {change.undone && ` · ${text('products.history.undone')}`}
        </span>
        {mayEdit && !change.undone && change.cells.length > 0 && (
          <Button size="small" type="text" loading={undoing} onClick={() => undoChange(change.id)}>
            {text('act.undo')}
          </Button>
        )}
        {mayEdit && parts.length > 1 && (
          <Dropdown
            trigger={['click']}
            menu={{
              className: 'undo-menu',
              items: parts.map(({ path, name }) => ({
                key: path,
                label: text('products.history.undo.field', { field: name }),
              })),
              onClick: ({ key }) => undoChange(change.id, [key]),
            }}
          >
            <Button
              size="small"
              type="text"
              icon={<Icon name="down" size={12} />}
              aria-label={text('products.history.undo.part')}
              title={text('products.history.undo.part')}
            />
          </Dropdown>
        )}
        {change.runId !== undefined && <Link to={runPath(change.runId)}>{text('provenance.run')}</Link>}
      </Row>
      <CellDifferences cells={change.cells} variants={variants} />
    </Box>
  );
}
