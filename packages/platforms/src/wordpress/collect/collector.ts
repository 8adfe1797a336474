import { collectorOf } from '../../collecting/collect.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

export const collector = collectorOf(dialect, { recognise, readPage, sourceLinksOn });
