import { Button } from 'antd';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { Notice, SectionFault } from '../../ui/fault-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { PlatformLine } from './evidence.tsx';
import type { Recognised } from './recognised.ts';
import { candidateOf, doubtful } from './recognised.ts';

interface OneAddressProps {
  recognised: Recognised;
  busy: boolean;
  onAgain(): void;
  onChoose(platform: string): void;
}

/** What one address was recognised as; two likely platforms are put side by side to choose from. */
export function OneAddress({ recognised, busy, onAgain, onChoose }: OneAddressProps) {
  const text = useText();
  const sentence = useFaultText();
  const { recognition, failure, probe } = recognised;
  const candidate = candidateOf(recognised);
  const near = recognition === null ? [] : doubtful(recognition);
  return (
    <section className="box address-box" aria-label={text('collect.address')} aria-busy={busy}>
      <div className="address-line">
        <Icon name="link" size={17} />
        <span className="address-line-words cut" title={recognition?.address ?? probe.address}>
          {recognition?.address ?? probe.address}
        </span>
        <Button size="small" loading={busy} onClick={onAgain}>
          {text('collect.recognise.again')}
        </Button>
      </div>
      <div className="address-box-rule" />
      {recognition === null && failure === null && <RecognisingLine />}
      {recognition === null && failure !== null && <SectionFault failure={failure} onRetry={onAgain} />}
      {near.length === 0 && candidate !== null && <PlatformLine candidate={candidate} />}
      {near.length > 0 && (
        <Candidates near={near} platform={recognised.platform} onChoose={onChoose} address={probe.address} />
      )}
      {recognition !== null && recognition.fault !== null && (
        <div role="alert" style={{ marginTop: candidate === null ? 0 : 10 }}>
          <Notice tone="amber" before={<StateGlyph state={candidate === null ? 'refused' : 'paused'} />}>
            {sentence(recognition.fault)}
          </Notice>
        </div>
      )}
    </section>
  );
}

export function RecognisingLine() {
  const text = useText();
  return (
    <div className="platform-line" role="status">
      <SkeletonBlock width={24} height={24} round={7} />
      <span className="quiet">{text('collect.recognising')}</span>
    </div>
  );
}

interface CandidatesProps {
  near: Parameters<typeof PlatformLine>[0]['candidate'][];
  platform: string | null;
  address: string;
  onChoose(platform: string): void;
}

function Candidates({ near, platform, address, onChoose }: CandidatesProps) {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
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
            <PlatformLineSigns candidate={candidate} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PlatformLineSigns({ candidate }: { candidate: Parameters<typeof PlatformLine>[0]['candidate'] }) {
  const text = useText();
  return (
    <span className="caption">
      {candidate.evidence
        .slice(0, 3)
        .map(({ sign, seen }) => text.named(`collect.sign.${sign}`, { seen }, seen))
        .join(' · ')}
    </span>
  );
}
