import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { CountSentence } from '../../../ui/text/count-sentence.tsx';
import type { Import } from '../queries.ts';
import { groupsOf } from './shown-groups.ts';

/** How many products the import would change, and what the others are. */
export function Figures({ of }: { of: Import }) {
  const text = useText();
  const format = useFormat();
  const { toApply, groups, rows, products, variants } = of;
  return (
    <div aria-live="polite">
      <CountSentence
        figure={format.number(toApply)}
        sentence={text(of.into.as === 'edit' ? 'import.willEdit' : 'import.willImport', { n: toApply })}
        parts={[
          ...groupsOf(of).map((group) => text(`import.group.${group}.count`, { n: groups[group] })),
          // Variants of a product with errors are not known before they are put right.
          groups.faulty > 0
            ? text('import.ofFile.faulty', { rows, products })
            : text('import.ofFile', { rows, products, variants }),
        ]}
      />
    </div>
  );
}
