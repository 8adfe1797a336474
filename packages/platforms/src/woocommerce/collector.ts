import { collectorOf } from '../collecting/collect.ts';
import { withAccess } from '../collecting/own-access.ts';
import { leadsOn } from './leads.ts';
import { restKeys } from './own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** What reads its shops: all that a browser needs of this platform. */
export const collector = withAccess(collectorOf(dialect, { recognise, readPage, leadsOn }), [restKeys]);
