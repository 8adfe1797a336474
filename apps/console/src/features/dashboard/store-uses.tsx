import { listStores } from '@bowerbird/contract/listing/stores';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Bar } from '../../ui/charts/bar.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import './board.css';

/** Maximum number of stores on the Workplace. */
const shownMax = 6;

/** Each store with the used part of its limit, or its problem. */
export function StoreUses() {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
  const { data = [] } = useQuery({
    queryKey: ['stores', 'list'],
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
    enabled: may('stores', 'query'),
    refetchInterval: 15_000,
  });
  if (data.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead
        title={text('dashboard.stores')}
        action={
          <button type="button" className="link-button" onClick={() => page.open('/list/card')}>
            {text('dashboard.stores.all')}
          </button>
        }
      />
      <ul>
        {data.slice(0, shownMax).map(({ id, name, platform, state, limits }) => {
          const used = limits === null ? null : usedPart(limits);
          const words =
            state === 'ready'
              ? used === null
                ? ''
                : format.percent(used)
              : text(state === 'checking' ? 'dashboard.store.checking' : 'dashboard.store.ails');
          return (
            <Box as="li" key={id} p={[10, 0]} borderBottom>
              <Row className="store-use-line" align="center" gap={10} mb={6}>
                <PlatformMark platform={platform} size={20} />
                <span className="cut" title={name}>
                  {name}
                </span>
                <span
                  className={state === 'ready' || state === 'checking' ? 'caption' : 'caption tone-amber'}
                >
                  {words}
                </span>
              </Row>
              {used !== null && (
                <Bar
                  part={used}
                  tone={state === 'ready' ? 'primary' : 'amber'}
                  label={text('dashboard.store.use', { name })}
                  valueText={words}
                />
              )}
            </Box>
          );
        })}
      </ul>
    </section>
  );
}

interface Limits {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
  seenAt: string;
}

/** Returns the used part of a limit now: the store's last value, refilled since at its own rate. */
function usedPart({ maximumAvailable, currentlyAvailable, restoreRate, seenAt }: Limits): number {
  const seconds = Math.max(0, (Date.now() - Date.parse(seenAt)) / 1000);
  const free = Math.min(maximumAvailable, currentlyAvailable + restoreRate * seconds);
  return maximumAvailable === 0 ? 0 : 1 - free / maximumAvailable;
}
