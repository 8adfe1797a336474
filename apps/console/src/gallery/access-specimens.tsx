import { Allowed } from '../ui/access/allowed.tsx';
import { OwnAccessDrawer } from '../ui/access/own-access-drawer.tsx';
import { OwnAccessRows } from '../ui/access/own-access-rows.tsx';
import { Opened } from './held.tsx';
import { accesses } from './sample-data.ts';
import type { Section } from './specimen.ts';

export const access: Section = {
  folder: 'access',
  specimens: ({ text }) => [
    { name: 'Allowed', states: { 'to a merchant': <Allowed action="edit">{text('act.save')}</Allowed> } },
    { name: 'OwnAccessRows', states: { 'in every state': <OwnAccessRows all={accesses} /> } },
    {
      name: 'OwnAccessDrawer',
      states: {
        'of a platform': (
          <Opened label="Shopify">
            {(open, onClose) => <OwnAccessDrawer open={open} onClose={onClose} platform="shopify" />}
          </Opened>
        ),
        'of any platform': (
          <Opened label={text('sources.drawer')}>
            {(open, onClose) => <OwnAccessDrawer open={open} onClose={onClose} />}
          </Opened>
        ),
      },
    },
  ],
};
