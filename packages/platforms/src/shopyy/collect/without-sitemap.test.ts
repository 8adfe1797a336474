import { describeWithoutSitemap } from '../../testing/without-sitemap-suite.ts';
import { shopyy } from '../index.ts';

describeWithoutSitemap(shopyy, '/collections/all');
