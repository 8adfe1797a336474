import type { Recognition } from '@bowerbird/contract/collect/collect';
import { Button } from 'antd';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { FaultRow } from '../../../ui/feedback/fault-row.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { BenchAnswer } from '../insight-queries.ts';
import '../../../ui/charts/charts.css';

type Candidate = Recognition['candidates'][number];

/** Every platform that matches the address, with each sign and its score. */
export function BenchEvidence({
  answer,
  onReadAs,
}: {
  answer: BenchAnswer;
  onReadAs(platform: string): void;
}) {
  const text = useText();
  const sentence = useFaultText();
  const { recognition, platform } = answer;
  return (
    <section>
      <SectionHead title={text('bench.evidence')} />
      <Box as="p" pt={10} anywhere>
        <code>{recognition.address}</code>
      </Box>
      {recognition.fault !== null && <FaultRow state="failed" what={sentence(recognition.fault)} />}
      {recognition.candidates.length === 0 && recognition.fault === null && (
        <p className="quiet">{text('bench.evidence.none')}</p>
      )}
      {recognition.candidates.map((candidate) => (
        <Evidence
          key={candidate.platform}
          candidate={candidate}
          chosen={candidate.platform === platform}
          onReadAs={() => onReadAs(candidate.platform)}
        />
      ))}
    </section>
  );
}

interface EvidenceProps {
  candidate: Candidate;
  chosen: boolean;
  onReadAs(): void;
}

function Evidence({ candidate, chosen, onReadAs }: EvidenceProps) {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  const name = platforms.find(({ id }) => id === candidate.platform)?.name ?? candidate.platform;
  return (
    <Box pt={12}>
      <Row wrap align="center" gap={[4, 10]} minH={28}>
        <PlatformMark platform={candidate.platform} size={20} named />
        <b>{name}</b>
        <span className="quiet">{text(`bench.scope.${candidate.scope}`)}</span>
        <Text ms="auto" font="small">
          {chosen ? (
            <span className="quiet">{text('bench.evidence.chosen')}</span>
          ) : (
            <Button size="small" onClick={onReadAs}>
              {text('bench.evidence.readAs', { name })}
            </Button>
          )}
        </Text>
      </Row>
      <Box as="table" className="plain-table" w="100%" font="small">
        <thead>
          <tr>
            <th scope="col">{text('bench.evidence.sign')}</th>
            <th scope="col" className="num">
              {text('bench.evidence.score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {candidate.evidence.map(({ sign, seen, score }) => (
            <tr key={`${sign} ${seen}`}>
              <td>{text.named(`collect.sign.${sign}`, { seen }, `${sign}: ${seen}`)}</td>
              <td className="num">{format.number(score)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('bench.evidence.confidence')}</th>
            <td className="num">{format.percent(candidate.confidence / 100)}</td>
          </tr>
        </tfoot>
      </Box>
    </Box>
  );
}
