import type { previewClaim } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { TextDiff } from '../../../ui/text/diff.tsx';

export type ClaimSampleRow = AnswerOf<typeof previewClaim>['sample'][number];

/** Products as a claim would create them: the source's price, the cost to be saved, our price, and its margin. */
export function ClaimPrices({ sample }: { sample: readonly ClaimSampleRow[] }) {
  const text = useText();
  return (
    <Box as="table" className="claim-prices" w="100%">
      <thead>
        <tr>
          <th scope="col">{text('box.rule.product')}</th>
          <th scope="col">{text('collect.claim.cost')}</th>
          <th scope="col">{text('box.rule.cost')}</th>
          <th scope="col">{text('box.rule.price')}</th>
          <th scope="col">{text('box.rule.margin')}</th>
        </tr>
      </thead>
      <tbody>
        {sample.map((row) => (
          <PriceRow key={row.id} row={row} />
        ))}
      </tbody>
    </Box>
  );
}

function PriceRow({
  row: { title, imageUrl, price, cost, margin, currency, changes },
}: {
  row: ClaimSampleRow;
}) {
  const text = useText();
  const format = useFormat();
  return (
    <tr>
      <td>
        <Row as="span" gap={10}>
          <Image url={imageUrl} size={36} />
          <Stack as="span" shrink anywhere>
            <Box as="span" lines={2} dir="auto">
              {title.before === title.after ? (
                title.after
              ) : (
                <TextDiff before={title.before} after={title.after} />
              )}
            </Box>
            {changes.map(({ field, before, after }) => (
              <span key={field} className="caption" dir="auto">
                {text.named(`collect.field.${field}`)} <TextDiff before={before} after={after} />
              </span>
            ))}
          </Stack>
        </Row>
      </td>
      <td className="num">{format.money(price.before, currency)}</td>
      <td className="num">{format.money(cost, currency)}</td>
      <Box as="td" className="num" weight={500}>
        {format.money(price.after, currency)}
      </Box>
      <td className={`num ${margin !== null && margin <= 0 ? 'tone-red' : 'tone-green'}`}>
        {margin === null ? '—' : format.percent(margin / 100)}
      </td>
    </tr>
  );
}
