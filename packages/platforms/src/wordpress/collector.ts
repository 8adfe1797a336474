import { collectorOf } from '../collecting/collect.ts';
import { leadsOn } from './leads.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const collector = collectorOf(dialect, { recognise, readPage, leadsOn });
