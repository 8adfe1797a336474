import { CannotGoOn, ensureInstalled, main, runInOurPlace } from './install.mjs';

main(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) {
    throw new CannotGoOn('Which file? node tools/run.mjs FILE [arguments]');
  }
  await ensureInstalled(console.error);
  return runInOurPlace([file, ...args]);
});
