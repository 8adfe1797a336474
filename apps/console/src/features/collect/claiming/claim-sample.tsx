import type { previewClaim } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { TextDiff, ValueDiff } from '../../../ui/text/diff.tsx';

type Sample = AnswerOf<typeof previewClaim>['sample'][number];

/** One product before and after a claim's rules: title, price, and whatever else they change. */
export function ClaimSample({ sample }: { sample: Sample }) {
  const text = useText();
  const format = useFormat();
  const { title, price, currency, imageUrl, changes } = sample;
  return (
    <Row className="claim-sample" align="center" gap={10} minH={36} font="small">
      <Image url={imageUrl} size={36} />
      <Stack className="claim-sample-lines" grow shrink>
        <Box as="span" grow shrink>
          {title.before === title.after ? (
            title.after
          ) : (
            <TextDiff before={title.before} after={title.after} />
          )}
        </Box>
        {changes.map(({ field, before, after }) => (
          <span key={field} className="caption">
            {text.named(`collect.field.${field}`)} <TextDiff before={before} after={after} />
          </span>
        ))}
      </Stack>
      <ValueDiff before={format.money(price.before, currency)} after={format.money(price.after, currency)} />
    </Row>
  );
}
