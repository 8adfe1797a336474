import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { PlatformLine } from './evidence.tsx';
import type { Candidate, Recognised } from './recognised.ts';
import { candidateOf, doubtful } from './recognised.ts';
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
  const near = recognition === null ? [] : doubtful(recognition);
  if (recognition === null) {
    return failure === null ? (
      <div className="platform-line" role="status">
        <SkeletonBlock width={24} height={24} round={7} />
        <span className="quiet">{text('collect.recognising')}</span>
      </div>
    ) : (
      <SectionFault failure={failure} onRetry={onAgain} />
    );
  }
  return (
    <div className="one-address">
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
    </div>
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
    <fieldset className="candidates">
      <legend className="quiet">{text('collect.recognised.doubt')}</legend>
      <div className="candidate-cards">
        {near.map((candidate) => (
          <label key={candidate.platform} className="candidate-card">
            <span className="candidate-card-head">
              <input
                type="radio"
                name={`platform of ${address}`}
                checked={candidate.platform === platform}
                onChange={() => onChoose(candidate.platform)}
              />
              <PlatformMark platform={candidate.platform} size={20} named />
              {platforms.find(({ id }) => id === candidate.platform)?.name ?? candidate.platform}
            </span>
            <span className="quiet">
              {text('collect.recognised.confidence', { percent: format.percent(candidate.confidence / 100) })}
            </span>
            <span className="caption">
              {candidate.evidence
                .slice(0, 3)
                .map(({ sign, seen }) => text.named(`collect.sign.${sign}`, { seen }, seen))
                .join(' · ')}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
