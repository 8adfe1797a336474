import { AutoComplete } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { RowList } from '../list/row-list.tsx';
import { useFacets } from '../queries.ts';

/** Separator between the names of a category's path. */
const step = ' / ';

/** The product's categories in a shop: paths from the root. */
export function CategoriesSection() {
  const text = useText();
  const facets = useFacets();
  const { draft, mayEdit } = useEditor();
  const { categories } = draft.product;
  const set = (next: string[][]) => draft.change((held) => ({ ...held, categories: next }));
  return (
    <>
      <SectionHead
        title={text('products.section.categories')}
        note={text('products.categories.note')}
        action={<FieldOriginMark field="categories" />}
      />
      <RowList
        names={categories.map((path) => path.join(step))}
        changed={draft.changed.has('categories')}
        none={text('products.categories.none')}
        add={text('products.categories.add')}
        readOnly={!mayEdit}
        onAdd={() => set([...categories, ['']])}
        onRemove={(index) => set(categories.toSpliced(index, 1))}
        render={(index) => (
          <CategoryField
            path={categories[index] ?? []}
            known={(facets.data?.categories ?? []).map(({ value }) => value)}
            onEnter={(path) =>
              set(path.length === 0 ? categories.toSpliced(index, 1) : categories.with(index, path))
            }
          />
        )}
      />
    </>
  );
}

interface CategoryFieldProps {
  path: string[];
  known: string[];
  onEnter(path: string[]): void;
}

function CategoryField({ path, known, onEnter }: CategoryFieldProps) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? path.join(step);
  const enter = (entered: string | null) => {
    setTyped(null);
    // An unchanged path keeps its names, even one that contains a slash.
    if (entered !== null && entered !== path.join(step)) {
      onEnter(
        entered
          .split('/')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      );
    }
  };
  return (
    <AutoComplete
      className="editor-control"
      aria-label={text('products.categories.path')}
      placeholder={text('products.categories.placeholder')}
      value={shown}
      onChange={(value: string) => setTyped(value)}
      onSelect={(value: string) => enter(value)}
      onBlur={() => enter(typed)}
      options={known
        .filter((value) => typed !== null && value.toLowerCase().includes(typed.trim().toLowerCase()))
        .slice(0, 20)
        .map((value) => ({ value }))}
    />
  );
}
