import { lazy, Suspense, useState } from 'react';
import { descriptionText } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { CellFrame, type CellFrameProps } from './cell-frame.tsx';

const OwnDescription = lazy(() => import('./own-description.tsx'));

interface DescriptionCellProps extends Omit<CellFrameProps, 'children'> {
  /** The description that the store gets. */
  html: string;
  /** Takes it over as the product's own there; null: the rules decide again. */
  onEnter(html: string | null): void;
}

/** The beginning of the description in one store; opened, it is edited. */
export function DescriptionCell({ html, onEnter, ...frame }: DescriptionCellProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const words = descriptionText(html) ?? '—';
  return (
    <CellFrame {...frame}>
      {frame.readOnly ? (
        <span className="cut">{words}</span>
      ) : (
        <button
          type="button"
          className="in-stores-description"
          aria-label={frame.name}
          title={text('products.inStores.description.edit')}
          onClick={() => setOpen(true)}
        >
          <span className="cut">{words}</span>
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <OwnDescription
            name={frame.name}
            html={html}
            isOwn={frame.isOwn}
            onDone={(written) => {
              onEnter(written);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </CellFrame>
  );
}
