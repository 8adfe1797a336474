import { prepareProducts } from './product.ts';

/** Runs once for all test files: creating a database takes longer than most of them. */
export default prepareProducts;
