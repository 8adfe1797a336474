import { Link } from 'react-router';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { glyphOf } from './copy-states.ts';
import { useCopies } from './queries.ts';

/** The newest copies, each with its progress. */
export function CopiesPart() {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const copies = useCopies();
  if (copies.isError && copies.data === undefined) {
    return <SectionFault failure={copies.error} onRetry={() => void copies.refetch()} />;
  }
  if (copies.data === undefined) {
    return <SkeletonLines lines={3} />;
  }
  if (copies.data.items.length === 0) {
    return <Empty>{text('copying.empty')}</Empty>;
  }
  return (
    <section>
      <SectionHead title={text('copying.earlier')} />
      <ul className="copy-list">
        {copies.data.items.map((copy) => (
          <li key={copy.id}>
            <Row
              as={Link}
              to={`/listing/copies/${copy.id}`}
              className="copy-row"
              align="center"
              gap={12}
              minH={60}
              p={[8, 0]}
              borderBottom
              tone="inherit"
            >
              <PlatformMark platform={copy.platform} size={24} />
              <Stack as="span" className="copy-row-text" grow shrink>
                <Text className="copy-row-name cut" weight={500}>
                  {copy.title}
                </Text>
                <span className="caption cut">
                  {text('copying.intoStores', { stores: copy.stores.map(({ name }) => name).join(', ') })}
                </span>
              </Stack>
              <Box as="span" className="copy-row-state" rigid maxW="45%">
                <StateText
                  state={glyphOf[copy.state]}
                  note={copy.fault === null ? format.relative(copy.createdAt) : sentence(copy.fault)}
                >
                  {copy.state === 'going'
                    ? text(`copying.step.${copy.step}`)
                    : text(`copying.state.${copy.state}`)}
                </StateText>
              </Box>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  );
}
