import { AppError } from '@bowerbird/contract/errors';
import { isForPerson } from '../config/cannot-start.ts';
import { backup } from './backup/backup.ts';
import { keys } from './backup/keys.ts';
import { origin } from './backup/origin.ts';
import { restore } from './backup/restore.ts';
import { capture } from './capture/capture.ts';
import { type Command, exitCodes, inform, readGiven, say, WrongUse } from './command.ts';
import { asStored } from './commands/as-stored.ts';
import { audit } from './commands/audit.ts';
import { bin } from './commands/bin.ts';
import { claim } from './commands/claim.ts';
import { collect } from './commands/collect.ts';
import { edit } from './commands/edit.ts';
import { exportProducts } from './commands/export.ts';
import { links } from './commands/links.ts';
import { list } from './commands/list.ts';
import { password } from './commands/password.ts';
import { products } from './commands/products.ts';
import { recollect } from './commands/recollect.ts';
import { rules } from './commands/rules.ts';
import { runs } from './commands/runs.ts';
import { simulate } from './commands/simulate.ts';
import { stores } from './commands/stores.ts';
import { undo } from './commands/undo.ts';
import { watchedFiles } from './commands/watched-files.ts';
import { watches } from './commands/watches.ts';
import { importProducts } from './import/import.ts';
import { sentenceOf } from './run-text.ts';

const commands: readonly Command[] = [
  collect,
  claim,
  recollect,
  watches,
  rules,
  products,
  bin,
  edit,
  undo,
  importProducts,
  watchedFiles,
  exportProducts,
  links,
  stores,
  list,
  runs,
  asStored,
  audit,
  capture,
  simulate,
  password,
  origin,
  keys,
  backup,
  restore,
];

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    sayAll();
    return name === undefined ? exitCodes.failed : exitCodes.done;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) {
    throw new WrongUse(`${name} is no command. See: npm run -s bowerbird -- --help`);
  }
  const given = readGiven(command, args);
  if (given.flag('help')) {
    say(`${command.summary}\n\n${command.usage}`);
    return exitCodes.done;
  }
  return await command.run(given);
}

function sayAll(): void {
  say('npm run -s bowerbird -- COMMAND [...]\n');
  for (const { name, summary } of commands) {
    say(`  ${name.padEnd(13)} ${summary}`);
  }
  say('\nEach tells more with --help. Everything is done for the only merchant, or for --for EMAIL.');
}

/** The reader of the output may stop reading; that is not an error of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
);

main(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (thrown: unknown) => {
      inform(wordsOf(thrown));
      process.exitCode = exitCodes.failed;
    },
  )
  // Everything is closed and written by then; nothing that is still open may keep the person waiting.
  .finally(() => setTimeout(() => process.exit(), 2000).unref());

function wordsOf(thrown: unknown): string {
  if (thrown instanceof AppError && thrown.code !== 'unexpected') {
    return `${sentenceOf(thrown)} (${thrown.code})`;
  }
  if (thrown instanceof WrongUse || isForPerson(thrown)) {
    return thrown.message;
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
