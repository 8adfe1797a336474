import type { Edit } from '@bowerbird/catalog/edits/edit';
import { downloadExportFile } from '@bowerbird/contract/products/export';
import type { ProductLife } from '@bowerbird/contract/products/life';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../../lib/api/call.ts';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFormat } from '../../../lib/text/format.ts';
import { fieldName } from '../../../lib/text/product-text.ts';
import type { Text } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { ListedIn } from '../sections/listed-in.tsx';
import type { Stop } from './life-line.tsx';

interface LifeFactsProps {
  life: ProductLife;
  stop: Stop;
}

const factsOf: Record<Stop, (props: { life: ProductLife }) => ReactNode> = {
  source: SourceFacts,
  claimed: ClaimFacts,
  edited: EditFacts,
  exported: ExportFacts,
  listed: StoreFacts,
};

/** Details of one stage of a product's life. */
export function LifeFacts({ life, stop }: LifeFactsProps) {
  const text = useText();
  const Facts = factsOf[stop];
  return (
    <section id="life-facts" className="life-facts" aria-label={text(`life.stop.${stop}`)}>
      <Facts life={life} />
    </section>
  );
}

type Fact = [what: string, value: ReactNode];

function FactList({ facts }: { facts: Fact[] }) {
  return (
    <Grid as="dl" className="life-fact-list" columns="repeat(auto-fit, minmax(220px, 1fr))" gap={[14, 24]}>
      {facts.map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Grid>
  );
}

function RunLink({ run }: { run: { id: string; title: string } | null }) {
  return run === null ? '—' : <Link to={runPath(run.id)}>{run.title}</Link>;
}

function SourceFacts({ life: { source } }: { life: ProductLife }) {
  const text = useText();
  const format = useFormat();
  if (source === null) {
    return <p className="quiet">{text('life.source.none')}</p>;
  }
  return (
    <FactList
      facts={[
        [
          text('life.source.page'),
          <Row as="span" key="page" align="center" gap={8} shrink>
            <PlatformMark platform={source.platform} size={18} />
            <a className="cut" href={source.url} target="_blank" rel="noopener noreferrer">
              {source.url.replace(/^https?:\/\//, '')}
            </a>
          </Row>,
        ],
        [text('life.source.first'), source.collectedAt === null ? '—' : format.full(source.collectedAt)],
        [text('life.source.firstRun'), <RunLink key="first" run={source.firstRun} />],
        [text('life.source.lastRun'), <RunLink key="last" run={source.lastRun} />],
        [text('life.source.seen'), text('life.source.times', { n: source.timesSeen })],
        [
          text('life.source.versions'),
          source.collectedId === null ? (
            text('life.source.gone')
          ) : (
            <Link key="versions" to={`/collect/results/${source.collectedId}`}>
              {text('life.source.versionCount', { n: source.versions })}
            </Link>
          ),
        ],
      ]}
    />
  );
}

function ClaimFacts({ life }: { life: ProductLife }) {
  const text = useText();
  const format = useFormat();
  const { claim } = life;
  if (claim === null) {
    const made = life.editing.find(({ kind }) => kind === 'created');
    return (
      <FactList
        facts={[
          [text('life.claim.made'), format.full(life.createdAt)],
          [text('life.by'), made?.by ?? '—'],
        ]}
      />
    );
  }
  return (
    <FactList
      facts={[
        [text('life.claim.at'), format.full(claim.at)],
        [text('life.by'), claim.by ?? '—'],
        [
          text('life.claim.run'),
          claim.run === null ? text('life.byPerson') : <RunLink key="run" run={claim.run} />,
        ],
        [
          text('life.claim.rules'),
          claim.edits.length === 0
            ? text('life.claim.noRules')
            : claim.edits.map((edit) => editText(text, edit)).join(text('life.comma')),
        ],
        [text('life.claim.changed'), fieldsText(text, claim.fields)],
      ]}
    />
  );
}

const rules = [
  ['price', /price|compare-at|cost/],
  ['stock', /stock/],
  ['options', /option/],
  ['images', /image|alt-text/],
  ['tags', /tag/],
  ['categories', /categor/],
  ['sku', /sku/],
  ['weight', /weight/],
  ['words', /title|text/],
] as const;

/** Describes an edit: the usual price rule in full, any other by its subject. */
function editText(text: Text, edit: Edit): string {
  if (edit.kind === 'price-from-cost') {
    return edit.ending === undefined
      ? text('life.rule.fromCost', { by: edit.by })
      : text('life.rule.fromCostEnding', { by: edit.by, ending: edit.ending.to });
  }
  const [about = 'words'] = rules.find(([, kinds]) => kinds.test(edit.kind)) ?? [];
  return text(`life.rule.${about}`);
}

/** Formats names of fields on one line; a dash for none. */
export function fieldsText(text: Text, fields: readonly string[]): string {
  return [...new Set(fields)].map((field) => fieldName(text, field)).join(text('life.comma')) || '—';
}

function EditFacts({ life }: { life: ProductLife }) {
  const text = useText();
  const format = useFormat();
  const edits = life.editing.filter(({ kind }) => kind === 'edited' || kind === 'undone');
  const [last] = edits;
  if (last === undefined) {
    return <p className="quiet">{text('life.edit.none')}</p>;
  }
  const people = [...new Set(edits.flatMap(({ by }) => by ?? []))];
  return (
    <FactList
      facts={[
        [text('life.edit.count'), text('life.edits', { n: edits.length })],
        [text('life.edit.people'), people.join(text('life.comma')) || '—'],
        [text('life.edit.last'), format.full(last.at)],
        [
          text('life.edit.fields'),
          fieldsText(
            text,
            edits.flatMap(({ fields }) => fields),
          ),
        ],
        [text('life.revision'), `r${life.revision}`],
      ]}
    />
  );
}

function ExportFacts({ life: { exports } }: { life: ProductLife }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      {exports.length > 0 && (
        <ul className="life-exports">
          {exports.map(({ run, fileId, at, by, products }) => (
            <Row as="li" wrap gap={[4, 12]} align="baseline" p={[4, 0]} key={run.id}>
              <Link className="cut" to={runPath(run.id)}>
                {run.title}
              </Link>
              <span className="caption">
                {[by ?? '', format.full(at), text('life.products', { n: products })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {fileId !== null && (
                <a href={addressOf(downloadExportFile, { params: { id: fileId } })} download>
                  {text('life.download')}
                </a>
              )}
            </Row>
          ))}
        </ul>
      )}
      <p className="caption">{text('life.export.note')}</p>
    </>
  );
}

function StoreFacts({ life: { stores } }: { life: ProductLife }) {
  const text = useText();
  if (stores.length === 0) {
    return <p className="quiet">{text('life.store.none')}</p>;
  }
  return (
    <>
      <ListedIn listings={stores} />
      <Box as="ul" pt={8}>
        {stores.map(({ storeId, storeName, attempts, listedRevision, address }) => (
          <li key={storeId} className="caption">
            {[
              storeName,
              text('life.store.attempts', { n: attempts }),
              listedRevision === null ? '' : text('life.store.revision', { n: listedRevision }),
            ]
              .filter(Boolean)
              .join(' · ')}{' '}
            {address !== null && (
              <a href={address} target="_blank" rel="noopener noreferrer">
                {text('life.store.open')}
              </a>
            )}
          </li>
        ))}
      </Box>
    </>
  );
}
