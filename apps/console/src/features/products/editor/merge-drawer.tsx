import { type Answers, type Conflict, mergeProducts } from '@bowerbird/catalog/merge/merge';
import type { Side } from '@bowerbird/catalog/merge/merge-lists';
import type { ProductField } from '@bowerbird/catalog/product';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { fieldName } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Difference } from '../../../ui/text/difference.tsx';
import type { Meanwhile } from './draft/use-meanwhile.ts';
import { useEditor } from './editor-context.ts';

/** Shows the other person's changes, one's own, and the fields that both changed: conflicts are resolved one by one. */
export default function MergeDrawer({ meanwhile }: { meanwhile: Meanwhile }) {
  const text = useText();
  const [answers, setAnswers] = useState<Answers>({});
  const { draft } = useEditor();
  const { theirs } = meanwhile;
  const merged = theirs === null ? null : mergeProducts(draft.base, draft.product, theirs.product);
  const open = merged?.conflicts.filter(({ key }) => answers[key] === undefined).length ?? 0;
  return (
    <Drawer
      title={text('products.merge.title')}
      open={meanwhile.open && merged !== null}
      onClose={() => meanwhile.see(false)}
      footer={
        <Row align="center" justify="between" gap={12}>
          <span className="quiet">
            {open > 0 ? text('products.merge.open', { n: open }) : text('products.merge.ready')}
          </span>
          <Button type="primary" disabled={open > 0} onClick={() => meanwhile.merge(answers)}>
            {text('products.meanwhile.merge')}
          </Button>
        </Row>
      }
    >
      {merged !== null && theirs !== null && (
        <Stack gap={24}>
          {merged.conflicts.length > 0 && (
            <section>
              <SectionHead title={text('products.merge.both')} count={merged.conflicts.length} />
              {merged.conflicts.map((conflict) => (
                <ConflictChoice
                  key={conflict.key}
                  conflict={conflict}
                  theirs={theirs.product}
                  answer={answers[conflict.key]}
                  onAnswer={(side) => setAnswers({ ...answers, [conflict.key]: side })}
                />
              ))}
            </section>
          )}
          {merged.theirs.length > 0 && (
            <section>
              <SectionHead title={text('products.merge.theirs')} count={merged.theirs.length} />
              {merged.theirs.map((field) => (
                <Difference
                  key={field}
                  field={field}
                  before={draft.base[field]}
                  after={theirs.product[field]}
                />
              ))}
            </section>
          )}
          {merged.mine.length > 0 && (
            <section>
              <SectionHead title={text('products.merge.mine')} count={merged.mine.length} />
              {merged.mine.map((field) => (
                <Difference
                  key={field}
                  field={field}
                  before={draft.base[field]}
                  after={draft.product[field]}
                />
              ))}
            </section>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

interface ConflictChoiceProps {
  conflict: Conflict;
  theirs: Record<ProductField, unknown>;
  answer: Side | undefined;
  onAnswer(side: Side): void;
}

function ConflictChoice({ conflict, theirs, answer, onAnswer }: ConflictChoiceProps) {
  const text = useText();
  const { draft } = useEditor();
  const name = conflict.fields.map((field) => fieldName(text, field)).join(', ');
  const side = (which: Side, product: Record<ProductField, unknown>) => (
    <Radio value={which}>
      <b>{text(`products.merge.take.${which}`)}</b>
      {conflict.fields.map((field) => (
        <Difference key={field} field={field} before={draft.base[field]} after={product[field]} />
      ))}
    </Radio>
  );
  return (
    <Box
      className="editor-conflict"
      p={[10, 0]}
      borderBottom
      onKeyDown={({ key }) => {
        if (key === '1' || key === '2') {
          onAnswer(key === '1' ? 'theirs' : 'mine');
        }
      }}
    >
      <Radio.Group
        aria-label={name}
        value={answer ?? null}
        onChange={({ target }) => onAnswer(target.value === 'theirs' ? 'theirs' : 'mine')}
      >
        {side('theirs', theirs)}
        {side('mine', draft.product)}
      </Radio.Group>
    </Box>
  );
}
