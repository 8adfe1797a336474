import type { CopyRun } from '@bowerbird/contract/collect/copying';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Grid, Row as RowBox, Stack } from '../../ui/layout/box.tsx';

/** The certificates of collecting and listing, side by side, once both have ended. */
export function CertificatesPart({ copy: { collected, listed } }: { copy: CopyRun }) {
  const text = useText();
  if (collected === null && listed === null) {
    return null;
  }
  return (
    <Grid columns="repeat(auto-fill, minmax(min(360px, 100%), 1fr))" gap={20}>
      {collected !== null && (
        <CertificateBox
          title={text('copying.certificate.collect')}
          whole={collected.complete}
          words={text(collected.complete ? 'copying.certificate.complete' : 'copying.certificate.partial')}
          rows={[
            ['copying.certificate.promised', collected.promised],
            ['copying.certificate.got', collected.got],
            ['copying.certificate.unchanged', collected.unchanged],
            ['copying.certificate.skipped', collected.skippedCount],
          ]}
        />
      )}
      {listed !== null && (
        <CertificateBox
          title={text('copying.certificate.list')}
          whole={listed.agrees}
          words={text(listed.agrees ? 'copying.certificate.agrees' : 'copying.certificate.differs')}
          rows={[
            ['copying.certificate.listed', listed.listed],
            ['copying.certificate.refused', listed.refused],
            ['copying.certificate.duplicates', listed.duplicates],
            ['copying.certificate.missing', listed.missing],
          ]}
        />
      )}
    </Grid>
  );
}

type Row = [
  (
    | 'copying.certificate.promised'
    | 'copying.certificate.got'
    | 'copying.certificate.unchanged'
    | 'copying.certificate.skipped'
    | 'copying.certificate.listed'
    | 'copying.certificate.refused'
    | 'copying.certificate.duplicates'
    | 'copying.certificate.missing'
  ),
  number | null,
];

function CertificateBox({
  title,
  whole,
  words,
  rows,
}: {
  title: string;
  whole: boolean;
  words: string;
  rows: Row[];
}) {
  const text = useText();
  const format = useFormat();
  return (
    <Stack as="section" className="box" gap={8}>
      <h2 className="section-title">{title}</h2>
      <RowBox
        as="p"
        className={whole ? 'copy-certificate-state tone-green' : 'copy-certificate-state tone-amber'}
        align="start"
        gap={8}
        font="small"
      >
        <StateGlyph state={whole ? 'complete' : 'partial'} />
        {words}
      </RowBox>
      <dl>
        {rows.map(([key, count]) => (
          <RowBox
            key={key}
            className="copy-certificate-row"
            justify="between"
            gap={12}
            p={[4, 0]}
            borderBottom
            font="small"
          >
            <dt>{text(key)}</dt>
            <dd className="num">{count === null ? '—' : format.number(count)}</dd>
          </RowBox>
        ))}
      </dl>
    </Stack>
  );
}
