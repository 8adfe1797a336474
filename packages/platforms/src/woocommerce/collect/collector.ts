import { collectorOf } from '../../collecting/collect.ts';
import { withAccess } from '../../collecting/own-access.ts';
import { restKeys } from './api/own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

/** Collector for its shops: all that a browser needs of this platform. */
export const collector = withAccess(collectorOf(dialect, { recognise, readPage, sourceLinksOn }), [restKeys]);
