import { describeWithoutSitemap } from '../../testing/without-sitemap-suite.ts';
import { shopline } from '../index.ts';

describeWithoutSitemap(shopline, '/collections/all');
