import type { Recognition } from '@bowerbird/contract/collect/collect';
import { Radio } from 'antd';
import { Link } from 'react-router';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Image } from '../../ui/images/image.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { Candidate, CopyScope } from './copy-draft.ts';
import { promisedOf, scopesOf } from './copy-draft.ts';

interface SourcePartProps {
  recognition: Recognition | undefined;
  failure: unknown;
  candidate: Candidate | null;
  /** Where this source can be copied, if it does not belong to the platform of this group; else null. */
  elsewhere: string | null;
  scope: CopyScope;
  onScope(scope: CopyScope): void;
  onRetry(): void;
}

/** What the address was recognised as, a few of its products, and how much of it is copied. */
export function SourcePart({
  recognition,
  failure,
  candidate,
  elsewhere,
  scope,
  onScope,
  onRetry,
}: SourcePartProps) {
  const text = useText();
  const sentence = useFaultText();
  if (recognition === undefined) {
    return failure === null ? (
      <div role="status">
        <p className="quiet">{text('copying.looking')}</p>
        <SkeletonLines lines={2} />
      </div>
    ) : (
      <SectionFault failure={failure} onRetry={onRetry} />
    );
  }
  return (
    <Stack className="copy-source" gap={14}>
      {recognition.fault !== null && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state={candidate === null ? 'refused' : 'paused'} />}>
            {sentence(recognition.fault)}
          </Notice>
        </div>
      )}
      {elsewhere !== null && (
        <div role="alert">
          <Notice
            tone="amber"
            before={<StateGlyph state="refused" />}
            act={<Link to={elsewhere}>{text('copying.elsewhere.go')}</Link>}
          >
            {text('copying.elsewhere')}
          </Notice>
        </div>
      )}
      {candidate !== null && (
        <>
          <SourceLine candidate={candidate} scope={scope} />
          <SampleProducts candidate={candidate} />
          {scopesOf(candidate).length > 1 && (
            <Radio.Group
              className="copy-scopes"
              value={scope}
              onChange={({ target }) => onScope(target.value === 'shop' ? 'shop' : 'category')}
              options={scopesOf(candidate).map((value) => ({
                value,
                label: text(`copying.scope.${value}`),
              }))}
            />
          )}
        </>
      )}
    </Stack>
  );
}

function SourceLine({ candidate, scope }: { candidate: Candidate; scope: CopyScope }) {
  const text = useText();
  const name = usePlatform(candidate.platform)?.name ?? candidate.platform;
  const promised = promisedOf(candidate, scope);
  return (
    <Row as="p" className="copy-source-line" wrap align="center" gap={[6, 10]}>
      <PlatformMark platform={candidate.platform} size={24} />
      <Text weight={500}>{text('copying.is', { name })}</Text>
      {(promised !== null || scope === 'shop') && (
        <span className="quiet">
          {promised === null ? text('copying.countUnknown') : text('copying.count', { n: promised })}
        </span>
      )}
    </Row>
  );
}

function SampleProducts({ candidate }: { candidate: Candidate }) {
  const text = useText();
  const format = useFormat();
  if (candidate.sample.length === 0) {
    return null;
  }
  return (
    <Grid
      as="ul"
      className="copy-sample"
      columns="repeat(auto-fill, minmax(84px, 1fr))"
      gap={14}
      aria-label={text('copying.sample')}
    >
      {candidate.sample.slice(0, 6).map(({ title, imageUrl, price, currency }) => (
        <Box as="li" gap={4} shrink maxW={120} key={title}>
          <Image url={imageUrl} size={84} />
          <Box as="span" font="caption" anywhere lines={2} title={title}>
            {title}
          </Box>
          {price !== null && <span className="caption">{format.money(price, currency)}</span>}
        </Box>
      ))}
    </Grid>
  );
}
