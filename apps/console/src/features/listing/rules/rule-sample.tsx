import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { MarginChange } from '../prices/margin-change.tsx';
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
    <Row align="start" gap={12} shrink>
      <Image url={before.images[0]?.url ?? null} size={40} />
      <Grid grow gap={4} shrink font="small">
        <Text weight={500} anywhere>
          {after.title}
        </Text>
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
          <Row as="span" key={risk.code} className="rule-sample-risk tone-amber" align="start" gap={6}>
            <StateGlyph state="conflict" size={14} />
            {sentence(risk)}
          </Row>
        ))}
      </Grid>
    </Row>
  );
}
