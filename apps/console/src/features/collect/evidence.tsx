import { Popover } from 'antd';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { usePlatform } from '../../lib/use-platforms.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import type { Candidate } from './recognised.ts';
import './recognition.css';

/** Which platform an address belongs to, with what confidence, and by which signs. */
export function PlatformLine({ candidate, tags = 3 }: { candidate: Candidate; tags?: number }) {
  const text = useText();
  const format = useFormat();
  const name = usePlatform(candidate.platform)?.name ?? candidate.platform;
  return (
    <div className="platform-line">
      <PlatformMark platform={candidate.platform} size={24} named />
      <span className="platform-line-name">{text('collect.recognised.platform', { name })}</span>
      <span className="quiet">
        {text('collect.recognised.confidence', { percent: format.percent(candidate.confidence / 100) })}
      </span>
      <span className="platform-line-signs">
        {strongest(candidate.evidence)
          .slice(0, tags)
          .map(({ sign, seen }) => (
            <span key={`${sign} ${seen}`} className="sign-tag">
              <Icon name="check" size={12} />
              <SignText sign={sign} seen={seen} />
            </span>
          ))}
        <Popover
          trigger="click"
          arrow={false}
          placement="bottomRight"
          content={<EvidenceList candidate={candidate} />}
        >
          <button type="button" className="link-button">
            {text('collect.evidence')}
          </button>
        </Popover>
      </span>
    </div>
  );
}

function EvidenceList({ candidate }: { candidate: Candidate }) {
  const text = useText();
  const format = useFormat();
  return (
    <div>
      <div className="why-title">{text('collect.evidence.title')}</div>
      <dl className="evidence-list">
        {strongest(candidate.evidence).map(({ sign, seen, score }) => (
          <div key={`${sign} ${seen}`}>
            <dt>
              <SignText sign={sign} seen={seen} />
            </dt>
            <dd className="num">{text('collect.evidence.score', { n: score })}</dd>
          </div>
        ))}
        <div className="evidence-sum">
          <dt>{text('collect.evidence.sum')}</dt>
          <dd className="num">{format.percent(candidate.confidence / 100)}</dd>
        </div>
      </dl>
    </div>
  );
}

function SignText({ sign, seen }: { sign: string; seen: string }) {
  const text = useText();
  return <span>{text.named(`collect.sign.${sign}`, { seen }, `${sign}: ${seen}`)}</span>;
}

/** Returns each kind of sign once, the strongest first; a repeated sign adds nothing. */
function strongest(evidence: Candidate['evidence']): Candidate['evidence'] {
  const sorted = [...evidence].sort((a, b) => b.score - a.score);
  return sorted.filter(
    (mark, index) => sorted.findIndex(({ sign, seen }) => sign === mark.sign && seen === mark.seen) === index,
  );
}
