import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { PlatformLine } from '../result/evidence.tsx';
import type { Candidate, Recognised } from './recognised.ts';
import { candidateOf, nearCandidates } from './recognised.ts';
import './recognition.css';

interface OneAddressProps {
  recognised: Recognised;
  onAgain(): void;
  onChoose(platform: string): void;
}

/** What one address was recognised as; two likely platforms are shown side by side to choose from. */
export function OneAddress({ recognised, onAgain, onChoose }: OneAddressProps) {
  const text = useText();
  const sentence = useFaultText();
  const { recognition, failure, probe } = recognised;
  const candidate = candidateOf(recognised);
  const near = recognition === null ? [] : nearCandidates(recognition);
  if (recognition === null) {
    return failure === null ? (
      <Row wrap align="center" gap={[6, 10]} minH={28} role="status">
        <SkeletonBlock width={24} height={24} round={7} />
        <span className="quiet">{text('collect.recognising')}</span>
      </Row>
    ) : (
      <SectionFault failure={failure} onRetry={onAgain} />
    );
  }
  return (
    <Grid gap={10}>
      {near.length === 0 && candidate !== null && <PlatformLine candidate={candidate} />}
      {near.length > 0 && (
        <Candidates near={near} platform={recognised.platform} onChoose={onChoose} address={probe.address} />
      )}
      {recognition.fault !== null && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state={candidate === null ? 'refused' : 'paused'} />}>
            {sentence(recognition.fault)}
          </Notice>
        </div>
      )}
    </Grid>
  );
}

interface CandidatesProps {
  near: Candidate[];
  platform: string | null;
  address: string;
  onChoose(platform: string): void;
}

function Candidates({ near, platform, address, onChoose }: CandidatesProps) {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  return (
    <Box as="fieldset" m={0} p={0} border="none">
      <legend className="quiet">{text('collect.recognised.uncertain')}</legend>
      <Grid className="candidate-cards" columns="1fr 1fr" gap={12} mt={10}>
        {near.map((candidate) => (
          <Stack
            as="label"
            key={candidate.platform}
            className="candidate-card"
            gap={6}
            p={[12, 14]}
            border="line2"
            radius="xl"
          >
            <Row as="span" align="center" gap={8} weight={600}>
              <input
                type="radio"
                name={`platform of ${address}`}
                checked={candidate.platform === platform}
                onChange={() => onChoose(candidate.platform)}
              />
              <PlatformMark platform={candidate.platform} size={20} named />
              {platforms.find(({ id }) => id === candidate.platform)?.name ?? candidate.platform}
            </Row>
            <span className="quiet">
              {text('collect.recognised.confidence', { percent: format.percent(candidate.confidence / 100) })}
            </span>
            <span className="caption">
              {candidate.evidence
                .slice(0, 3)
                .map(({ sign, seen }) => text.named(`collect.sign.${sign}`, { seen }, seen))
                .join(' · ')}
            </span>
          </Stack>
        ))}
      </Grid>
    </Box>
  );
}
