import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { VariantGapLines } from '../../../ui/text/variant-gap-lines.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';
import { VariantsGrid } from './variants-grid.tsx';

const PriceCalculator = lazy(() => import('../calculator/price-calculator.tsx'));

/** Maximum number of variant errors listed under the grid. */
const reportedMax = 4;

/** All variants in a grid. */
export function VariantsSection() {
  const text = useText();
  const { draft, issues, mayEdit } = useEditor();
  const [calculating, setCalculating] = useState(false);
  const { options, variants } = draft.product;
  const possible = options.reduce((count, { values }) => count * values.length, 1);
  const wrong = issuesAt(issues, ['variants']);
  const unpriced = variants.filter(({ price }) => price === null).length;
  const note =
    options.length === 0
      ? text('products.variants.single')
      : text('products.variants.of', {
          options: options.map(({ name }) => name).join(' × '),
          n: variants.length,
          all: Math.max(possible, variants.length),
        });
  return (
    <>
      <SectionHead
        bare
        title={text('products.section.variants')}
        note={note}
        action={
          <Row as="span" inline align="center" gap={12}>
            {mayEdit && (
              <button type="button" className="link-button" onClick={() => setCalculating(true)}>
                {text('calculator.open')}
              </button>
            )}
            <FieldOriginMark field="variants" />
          </Row>
        }
      />
      <VariantsGrid />
      {calculating && (
        <Suspense fallback={null}>
          <PriceCalculator
            product={draft.product}
            onApply={draft.apply}
            onClose={() => setCalculating(false)}
          />
        </Suspense>
      )}
      {unpriced > 0 && (
        <p className="editor-unpriced" role="status">
          {text('products.variants.unpriced', { n: unpriced })}
        </p>
      )}
      <VariantGapLines product={draft.product} className="editor-unpriced" except={['price']} />
      {wrong.slice(0, reportedMax).map((issue) => (
        <p key={JSON.stringify(issue)} className="editor-wrong">
          {variants[Number(issue.path[1])]?.optionValues.join(' · ') ?? ''} {issueText(text, issue)}
        </p>
      ))}
      {wrong.length > reportedMax && (
        <p className="editor-wrong">
          {text('products.variants.moreWrong', { n: wrong.length - reportedMax })}
        </p>
      )}
    </>
  );
}
