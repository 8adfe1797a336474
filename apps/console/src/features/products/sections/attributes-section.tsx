import type { Product } from '@bowerbird/catalog/product';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { RowList } from '../list/row-list.tsx';

/** Facts about the product, by name. */
export function AttributesSection() {
  const text = useText();
  const { draft, mayEdit } = useEditor();
  const { attributes } = draft.product;
  const set = (next: Product['attributes']) => draft.change((held) => ({ ...held, attributes: next }));
  return (
    <>
      <SectionHead
        title={text('products.section.attributes')}
        action={<FieldOriginMark field="attributes" />}
      />
      <RowList
        names={attributes.map(({ name }) => name)}
        changed={draft.changed.has('attributes')}
        none={text('products.attributes.none')}
        add={text('products.attributes.add')}
        readOnly={!mayEdit}
        onAdd={() => set([...attributes, { name: '', value: '' }])}
        onRemove={(index) => set(attributes.toSpliced(index, 1))}
        render={(index) =>
          (['name', 'value'] as const).map((part) => (
            <Input
              key={part}
              readOnly={!mayEdit}
              aria-label={text(`products.attributes.${part}`)}
              placeholder={text(`products.attributes.${part}`)}
              value={attributes[index]?.[part] ?? ''}
              onChange={({ target }) =>
                set(attributes.map((each, at) => (at === index ? { ...each, [part]: target.value } : each)))
              }
            />
          ))
        }
      />
    </>
  );
}
