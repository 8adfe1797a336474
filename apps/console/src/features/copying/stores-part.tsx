import type { Store } from '@bowerbird/contract/listing/stores';
import { Checkbox } from 'antd';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

interface StoresPartProps {
  stores: Store[];
  chosen: string[];
  onChosen(ids: string[]): void;
}

export function isReady({ state }: Store): boolean {
  return state === 'ready' || state === 'checking';
}

/** The merchant's stores to tick; a store that accepts nothing now says why, with a link to fix it. */
export function StoresPart({ stores, chosen, onChosen }: StoresPartProps) {
  const text = useText();
  const sentence = useFaultText();
  return (
    <Grid columns="repeat(auto-fill, minmax(min(300px, 100%), 1fr))" gap={12}>
      {stores.map((store) => {
        const ready = isReady(store);
        const on = ready && chosen.includes(store.id);
        return (
          <Box
            key={store.id}
            className={on ? 'copy-store chosen' : 'copy-store'}
            shrink
            p={[12, 16]}
            border="line2"
            radius="xl"
          >
            <Checkbox
              checked={on}
              disabled={!ready}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, store.id] : chosen.filter((id) => id !== store.id))
              }
            >
              <Row as="span" align="center" gap={10} shrink>
                <PlatformMark platform={store.platform} size={24} />
                <Stack as="span" shrink>
                  <Text className="cut" weight={500}>
                    {store.name}
                  </Text>
                  <span className="caption cut">{store.domain}</span>
                </Stack>
              </Row>
            </Checkbox>
            {!ready && (
              <Text className="copy-store-why tone-amber" block mt={6} font="caption">
                {store.fault === null ? text('copying.storeShut') : sentence(store.fault)}{' '}
                <Box as={Link} tone="inherit" to="/list/card">
                  {text('copying.repair')}
                </Box>
              </Text>
            )}
          </Box>
        );
      })}
    </Grid>
  );
}
