import { Popover } from 'antd';
import { usePlatformShop } from '../../../lib/data/use-platforms.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Candidate } from '../address/recognised.ts';
import '../address/recognition.css';

/** Which platform an address belongs to, with what confidence, and by which signs. */
export function PlatformLine({ candidate, tags = 3 }: { candidate: Candidate; tags?: number }) {
  const text = useText();
  const format = useFormat();
  const platformShop = usePlatformShop(candidate.platform);
  return (
    <Row wrap align="center" gap={[6, 10]} minH={28}>
      <PlatformMark platform={candidate.platform} size={24} named />
      <Text weight={600}>{platformShop}</Text>
      <span className="quiet">
        {text('collect.recognised.confidence', { percent: format.percent(candidate.confidence / 100) })}
      </span>
      <Row as="span" className="platform-line-signs" wrap align="center" gap={[6, 10]} ms="auto" font="small">
        {strongest(candidate.evidence)
          .slice(0, tags)
          .map(({ sign, seen }) => (
            <Row
              as="span"
              key={`${sign} ${seen}`}
              className="sign-tag"
              inline
              align="center"
              gap={4}
              maxW="100%"
              p={[2, 6]}
              radius="s"
              font="caption"
              tone="t2"
              ground="sunk"
              anywhere
            >
              <Icon name="check" size={12} />
              <SignText sign={sign} seen={seen} />
            </Row>
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
      </Row>
    </Row>
  );
}

function EvidenceList({ candidate }: { candidate: Candidate }) {
  const text = useText();
  const format = useFormat();
  return (
    <div>
      <div className="why-title">{text('collect.evidence.title')}</div>
      <Stack as="dl" className="evidence-list" gap={2} minW={240} maxW="min(420px, 80vw)" font="small">
        {strongest(candidate.evidence).map(({ sign, seen, score }) => (
          <Row justify="between" gap={24} key={`${sign} ${seen}`}>
            <dt>
              <SignText sign={sign} seen={seen} />
            </dt>
            <dd className="num">{text('collect.evidence.score', { n: score })}</dd>
          </Row>
        ))}
        <Row mt={4} pt={4} borderTop weight={600} justify="between" gap={24}>
          <dt>{text('collect.evidence.sum')}</dt>
          <dd className="num">{format.percent(candidate.confidence / 100)}</dd>
        </Row>
      </Stack>
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
