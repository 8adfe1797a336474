import { prepareProducts } from './product.ts';

/** Once for all test files: making a database takes longer than most of them. */
export default prepareProducts;
