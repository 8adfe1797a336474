import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Dropdown } from 'antd';
import type { HandedSelection } from '../../lib/kept/handed-selection.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { CountSentence } from '../../ui/text/count-sentence.tsx';
import { useFacets } from './queries.ts';

interface ProductChoiceProps {
  handed: HandedSelection;
  /** Undefined until counted. */
  count: number | undefined;
  counting: boolean;
  failure: unknown;
  onChange(handed: HandedSelection): void;
}

/** Chooses the products: those selected in the product list, or all that match a few simple conditions. */
export function ProductChoice({ handed, count, counting, failure, onChange }: ProductChoiceProps) {
  const text = useText();
  const format = useFormat();
  const { selection } = handed;
  const byHand = 'ids' in selection || selection.except.length > 0 || !isSimple(selection.filter);
  return (
    <section>
      <SectionHead
        bare
        title={text('listing.what')}
        action={
          byHand && (
            <button
              type="button"
              className="link-button"
              onClick={() => onChange({ selection: { filter: {}, except: [] }, count: 0 })}
            >
              {text('listing.others')}
            </button>
          )
        }
      />
      {failure === null ? (
        <CountSentence
          figure={count === undefined ? '—' : format.number(count)}
          sentence={text(byHand ? 'listing.handed' : 'listing.chosen')}
          stale={counting}
          parts={
            'except' in selection && selection.except.length > 0
              ? [text('bulk.leftOut', { n: selection.except.length })]
              : []
          }
        />
      ) : (
        <SectionFault failure={failure} />
      )}
      {!byHand && 'filter' in selection && (
        <FilterChips
          filter={selection.filter}
          onChange={(filter) => onChange({ selection: { filter, except: [] }, count: 0 })}
        />
      )}
    </section>
  );
}

const simple = new Set(['status', 'sources', 'listing']);

function isSimple(filter: ProductFilter): boolean {
  return (
    Object.keys(filter).every((name) => simple.has(name)) &&
    (filter.listing === undefined || filter.listing === 'none') &&
    (filter.status?.length ?? 0) <= 1 &&
    (filter.sources?.length ?? 0) <= 1
  );
}

function FilterChips({ filter, onChange }: { filter: ProductFilter; onChange(filter: ProductFilter): void }) {
  const text = useText();
  const sources = useFacets().data?.sources ?? [];
  const { status, sources: chosenSources, listing, ...rest } = filter;
  const all = status === undefined && chosenSources === undefined && listing === undefined;
  const kept = {
    ...(status === undefined ? {} : { status }),
    ...(chosenSources === undefined ? {} : { sources: chosenSources }),
    ...(listing === undefined ? {} : { listing }),
  };
  const without = (name: keyof typeof kept) => {
    const { [name]: _dropped, ...others } = kept;
    return { ...rest, ...others };
  };
  return (
    <Row wrap gap={8} mt={12}>
      <Chip set={all} onClick={() => onChange(rest)}>
        {text('listing.all')}
      </Chip>
      <Chip
        set={listing === 'none'}
        onClick={() => onChange(listing === 'none' ? without('listing') : { ...filter, listing: 'none' })}
      >
        {text('listing.notYet')}
      </Chip>
      {(['active', 'draft'] as const).map((each) => (
        <Chip
          key={each}
          set={status?.[0] === each}
          onClick={() => onChange(status?.[0] === each ? without('status') : { ...filter, status: [each] })}
        >
          {text(`listing.status.${each}`)}
        </Chip>
      ))}
      {sources.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: sources.map(({ value, count }) => ({
              key: value,
              label: text('listing.sourceOf', { source: value, n: count }),
            })),
            onClick: ({ key }) => onChange({ ...filter, sources: [key] }),
          }}
        >
          <Chip
            opens
            set={chosenSources !== undefined}
            name={chosenSources?.[0] ?? ''}
            {...(chosenSources === undefined ? {} : { onRemove: () => onChange(without('sources')) })}
          >
            {chosenSources?.[0] ?? text('listing.source')}
          </Chip>
        </Dropdown>
      )}
    </Row>
  );
}
