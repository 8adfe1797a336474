import type { Product } from '@bowerbird/catalog/product';
import { Input } from 'antd';
import { decimalFrom, wholeFrom } from '../../../lib/text/entered.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';
import { RowList } from '../list/row-list.tsx';

/** Volume prices by minimum quantity. */
export function PriceTiersSection() {
  const text = useText();
  const { draft, issues, mayEdit } = useEditor();
  const { priceTiers } = draft.product;
  const set = (next: Product['priceTiers']) => draft.change((held) => ({ ...held, priceTiers: next }));
  const change = (index: number, tier: Partial<Product['priceTiers'][number]>) =>
    set(priceTiers.map((each, at) => (at === index ? { ...each, ...tier } : each)));
  return (
    <>
      <SectionHead
        title={text('products.section.priceTiers')}
        note={text('products.tiers.note')}
        action={<FieldOriginMark field="priceTiers" />}
      />
      <RowList
        names={priceTiers.map(({ minimumQuantity }) => String(minimumQuantity))}
        changed={draft.changed.has('priceTiers')}
        none={text('products.tiers.none')}
        add={text('products.tiers.add')}
        readOnly={!mayEdit}
        onAdd={() => set([...priceTiers, { minimumQuantity: nextQuantity(priceTiers), price: '' }])}
        onRemove={(index) => set(priceTiers.toSpliced(index, 1))}
        render={(index) => (
          <>
            <Input
              className="num"
              readOnly={!mayEdit}
              inputMode="numeric"
              aria-label={text('products.tiers.quantity')}
              prefix={text('products.tiers.from')}
              value={priceTiers[index]?.minimumQuantity || ''}
              onChange={({ target }) => change(index, { minimumQuantity: wholeFrom(target.value) ?? 0 })}
            />
            <Input
              className="num"
              readOnly={!mayEdit}
              inputMode="decimal"
              aria-label={text('products.column.price')}
              placeholder={text('products.column.price')}
              status={issuesAt(issues, ['priceTiers', index, 'price']).length > 0 ? 'error' : ''}
              value={priceTiers[index]?.price ?? ''}
              onChange={({ target }) => change(index, { price: target.value })}
              onBlur={({ target }) => change(index, { price: decimalFrom(target.value) })}
            />
          </>
        )}
      />
      {issuesAt(issues, ['priceTiers']).map((issue) => (
        <p key={issue.path.join('.')} className="editor-wrong">
          {issueText(text, issue)}
        </p>
      ))}
    </>
  );
}

function nextQuantity(tiers: Product['priceTiers']): number {
  return Math.max(1, ...tiers.map(({ minimumQuantity }) => minimumQuantity)) + (tiers.length > 0 ? 10 : 1);
}
