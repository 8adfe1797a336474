import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Image } from '../../ui/images/image.tsx';
import { MarginChange } from './prices/margin-change.tsx';
import { RuleResult } from './rule-result.tsx';
import type { Explained } from './rules-queries.ts';

interface RuleSampleProps {
  reported: Explained;
  /** Title and prices alone, if the rest is shown elsewhere. */
  brief?: boolean;
}

const briefly = /^variants\.0\./;
const wholly =
  /^(variants\.0\..*|title|descriptionHtml|vendor|productType|tags|categories|options|attributes)$/;

/**
 * One product as a store would get it: its price first, then all else that the rules change, and what would stop it.
 */
export function RuleSample({ reported, brief = false }: RuleSampleProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const { after, before, trace, risks } = reported;
  const [first] = after.variants;
  const [margin] = reported.margins;
  const priced = trace.some(({ path }) => path === 'variants.0.price');
  const others = trace.filter(({ path }) => /^variants\.[1-9]\d*\.price$/.test(path)).length;
  return (
    <div className="rule-sample">
      <Image url={before.images[0]?.url ?? null} size={40} />
      <div className="rule-sample-lines">
        <span className="rule-sample-title">{after.title}</span>
        {trace.length === 0 ? (
          <span className="quiet">
            {first !== undefined && `${format.money(first.price, after.currency)} · `}
            {text('listing.rules.unchanged')}
          </span>
        ) : (
          <RuleResult reported={reported} of={brief ? briefly : wholly} />
        )}
        {!priced && margin !== undefined && (
          <MarginChange before={margin.marginBefore} after={margin.marginAfter} />
        )}
        {others > 0 && <span className="caption">{text('listing.rules.otherPrices', { n: others })}</span>}
        {risks.map((risk) => (
          <span key={risk.code} className="rule-sample-risk tone-amber">
            <StateGlyph state="conflict" size={14} />
            {sentence(risk)}
          </span>
        ))}
      </div>
    </div>
  );
}
