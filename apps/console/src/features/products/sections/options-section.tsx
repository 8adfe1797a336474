import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { NewOption } from './new-option.tsx';
import { OptionRow } from './option-row.tsx';

/** The options of the product: names and values, their order, and what is deleted with them. */
export function OptionsSection() {
  const text = useText();
  const { draft, mayEdit } = useEditor();
  const { options } = draft.product;
  const [adding, setAdding] = useState(false);
  return (
    <>
      <SectionHead
        title={text('products.section.options')}
        note={<FieldOriginMark field="options" />}
        action={
          mayEdit && (
            <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
              {text('products.options.add')}
            </Button>
          )
        }
      />
      <div className={draft.changed.has('options') ? 'editor-field changed' : 'editor-field'}>
        {options.length === 0 && !adding && (
          <Box as="p" className="editor-none" p={[8, 0]} font="small" tone="t2">
            {text('products.options.none')}
          </Box>
        )}
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place; its name is being edited.
          <OptionRow key={place} option={option} place={place} />
        ))}
        {adding && <NewOption onClose={() => setAdding(false)} />}
      </div>
    </>
  );
}
