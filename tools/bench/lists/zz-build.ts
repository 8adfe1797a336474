import { keptShop } from '/work/w/lists/tools/bench/lists/kept-shop.ts';

console.log(await keptShop(Number(process.argv[2])));
process.exit(0);
