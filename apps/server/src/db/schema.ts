import type { CatalogueTables } from './tables/catalogue.ts';
import type { HouseTables } from './tables/house.ts';
import type { ListingTables } from './tables/listing.ts';

/** Every table of the database, as Kysely sees it. */
export type Tables = HouseTables & CatalogueTables & ListingTables;
